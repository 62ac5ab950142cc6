import type { Client } from '../api/context.js';
import { instanceDefinition } from '../definition/compiled-definition.js';
import type { Definition } from '../definition/definition.js';
import type { ClassKind, CompileContext } from '../definition/kind.js';
import { NotFoundError, RequestError } from '../errors.js';
import { checkedAnswer, LIST_RESOURCES } from '../output/answer-shapes.js';
import type { ListResourcesResult, ReadResourceResult, Resource, Annotations } from '../protocol.js';
import { hasMethods, OptionKind, OBJECT, TEXT, type Known } from '../text/option-kinds.js';
import { ContentsCheck } from './contents-check.js';
import { OPTIONAL_METHODS, ResourceAddress, resourceEntry } from './resource-address.js';
import { addressFaults, uriFault, URI_MISSING } from './resource-faults.js';
import type { ResourceReader } from './resource-reader.js';
import { DEFINITION_OPTIONS, type DefinitionOptions } from '../definition/definition-options.js';

/** The options of `@Resource`. */
export interface ResourceOptions extends DefinitionOptions {
  /**
   * The URI of the resource, such as `config:limits`; or a URI template (RFC 6570), such as `orders://{id}`, whose
   * variables are the arguments.
   */
  readonly uri: string;
  /**
   * The MIME type of what `read` returns.
   * @default text/plain for a string, application/octet-stream for bytes, application/json for JSON
   */
  readonly mimeType?: string;
  /** Hints for clients: the audience, the priority, and when it was last modified. */
  readonly annotations?: Annotations;
  /** How large the resource is, in bytes. Not for templates. */
  readonly size?: number;
}

/** The names of the options, and what some must be. */
const RESOURCE_OPTIONS: Known<ResourceOptions> = {
  ...DEFINITION_OPTIONS,
  uri: TEXT,
  mimeType: TEXT,
  annotations: OBJECT,
  size: new OptionKind('a number of bytes', (value) => Number.isSafeInteger(value) && (value as number) >= 0),
};

/** The code for a missing resource, up to 2025-11-25; since 2026-07-28 it must not be used (server/resources). */
const RESOURCE_NOT_FOUND = -32002;

/** The resources: classes, each with its own address, and readers, each with many resources. */
export const RESOURCE: ClassKind<ReadResourceResult, ListResourcesResult> = {
  name: 'resource',
  decorator: 'Resource',
  methods: { list: 'resources/list', call: 'resources/read' },
  handlerMethod: 'read',
  typedOrigin: 'value',
  options: RESOURCE_OPTIONS,
  optionalMethods: OPTIONAL_METHODS,
  specificsOf: compileAddress,
  entryOf: (common, _plan, address) => (address instanceof ResourceAddress ? resourceEntry(common, address) : common),
  listResultOf: (entries, rest) => ({ resources: entries as Resource[], ...rest }),
  recheckPage: (answer) => checkedAnswer(LIST_RESOURCES, answer),
  subjectOf: (name) => `Resource "${name}"`,
  argumentsOf: (uri, address) =>
    uri !== undefined && address instanceof ResourceAddress ? address.rawArgumentsIn(uri) : undefined,
  readerUriOf: (uri, address) => (address === undefined ? uri : undefined), // Readers take URIs.
  answers: (services) => new ContentsCheck(services),
};

/** The requirement for a reader, which may come from another copy of this package. */
export const READER = new OptionKind('an instance of a class that extends ResourceReader', (value) => {
  return hasMethods(value, ['accepts', 'read', 'list', 'complete']);
});

export function readerOf({ instance }: Definition): ResourceReader {
  return instance as ResourceReader; // Only `readerDefinition` creates them.
}

/** A reader as a definition: an instance that answers for many resources. */
export function readerDefinition(reader: ResourceReader): Definition {
  return instanceDefinition(RESOURCE, reader);
}

export function addressOf({ specifics }: Definition): ResourceAddress {
  return specifics as ResourceAddress; // A class without an address has a fault, and is not served.
}

function compileAddress(declared: CompileContext): ResourceAddress | undefined {
  const { type, place, plan, method: handler } = declared;
  const { faults } = declared.compilation;
  const { uri, mimeType, annotations, size } = declared.options as ResourceOptions;
  if (uri === undefined) {
    faults.push({ ...place, ...URI_MISSING });
    return undefined;
  }
  try {
    // A method that is decorated itself has only `read`.
    const methods = handler.isDeclared ? [] : OPTIONAL_METHODS.filter((name) => hasMethods(type.prototype, [name]));
    const address = new ResourceAddress(uri, plan, { mimeType, annotations, size }, methods);
    faults.push(...addressFaults(declared, address));
    return address;
  } catch (error) {
    faults.push({ ...place, ...uriFault(uri, error) });
    return undefined;
  }
}

/** Converts an error to the form that the client's revision uses. */
export function errorFor(error: RequestError, client: Client | undefined): RequestError {
  const isMissing = error instanceof NotFoundError && error.kind === 'resource' && error.requested !== undefined;
  if (!isMissing || client === undefined || client.revision >= '2026-07-28') return error;
  return new RequestError(error.message, { code: RESOURCE_NOT_FOUND, data: error.data, cause: error.cause });
}
