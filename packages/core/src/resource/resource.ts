import type { RequestContext, Client } from '../api/context.js';
import type { Annotations, Icon, ReadResourceResult, ResourceContents, ListResourcesResult } from '../protocol.js';
import type { Awaitable, InjectableClass } from '../types.js';
import { DECLARATIONS, type ClassKind, type CompileContext } from '../definition/kind.js';
import { declareTarget, type HandlerDecorator, type HandlerFunction } from '../definition/method-handlers.js';
import {
  type NoArgsDeclared,
  type WithArguments,
  DEFINITION_OPTIONS,
  type DefinitionOptions,
} from '../definition/definition-options.js';
import { refuseBareHandler } from '../metadata/decorator-targets.js';
import { defineData } from '../definition/define-data.js';
import type { Definition, DataArg } from '../definition/definition.js';
import { instanceDefinition } from '../definition/compiled-definition.js';
import { NotFoundError, RequestError } from '../errors.js';
import { RESOURCES_PAGE } from '../output/shapes.js';
import { hasMethods, OptionKind, OBJECT, STRING, type OptionKinds } from '../text/option-kinds.js';
import { checkResourceOutput, adaptContents } from './contents-check.js';
import {
  OPTIONAL_METHODS,
  ResourceAddress,
  resourceEntry,
  addressFaults,
  uriDefect,
  URI_MISSING,
} from './resource-address.js';
import type { ResourceReader } from './resource-reader.js';

/**
 * The output of `read`: a string, bytes, contents or a full result. Any other value is sent as JSON. `undefined` and
 * `null` mean that the resource does not exist.
 */
export type ResourceOutput =
  | string
  | Uint8Array
  | ResourceContents
  | readonly ResourceContents[]
  | ReadResourceResult
  | object
  | number
  | boolean
  | null
  | undefined;

/** One resource of a class with a URI template, as returned by `list`. */
export interface ResourceInstance<Args extends object = object> {
  /** The arguments that determine the resource's URI. */
  readonly args: Partial<Args>;
  /** @default the last segment of the URI's path */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** @default the class's MIME type */
  readonly mimeType?: string;
  /** The size in bytes. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
  readonly annotations?: Annotations;
}

/**
 * The resource after which a list continues. It comes from a cursor that a client may have forged, but its arguments
 * have passed the rules.
 */
export interface ListPosition<Args extends object = object> {
  /** The URI of the last resource that the client has received. The resource may have been deleted. */
  readonly uri: string;
  readonly args: Readonly<Partial<Args>>;
}

/**
 * The instances that `list` returns. An array is sorted by URI. An async iterable must yield them in a stable order.
 */
export type ResourceInstances<Args extends object = object> =
  | readonly ResourceInstance<Args>[]
  | AsyncIterable<ResourceInstance<Args>>;

export interface ResourceHandler<Args extends object = object> {
  // Declared as a property, because the compiler checks method parameters less strictly.
  /**
   * Answers a `resources/read` request. The arguments have passed all rules. A framework may inject further parameters.
   */
  read: (args: Args, context: RequestContext, ...injected: never[]) => Awaitable<ResourceOutput>;
  /**
   * Lists the resources of the template, for `resources/list`. Must be a method on the class's prototype. For each
   * page, the runtime reads only as much of an iterable as the page needs.
   * @default none: the resources are not listed
   */
  list?: (after: ListPosition<Args> | undefined, context: RequestContext) => Awaitable<ResourceInstances<Args>>;
  /**
   * Calls `changed` when the resource changes. Returns a function that ends the watch. Must be a method on the class's
   * prototype.
   * @default none: clients that subscribe get no notifications
   */
  watch?: (args: Args, changed: () => void, context: RequestContext) => Awaitable<() => unknown>;
  /**
   * Calls `changed` when the result of `list` changes; clients are then notified. Returns a function that ends the
   * watch. A single handler, constructed without a caller, watches for all clients. Must be a method on the class's
   * prototype.
   * @default none: clients are not notified
   */
  watchList?: (changed: () => void) => Awaitable<() => unknown>;
}

/** A class that `@Resource` can decorate. */
export type ResourceClass<Args extends object = object> = InjectableClass<ResourceHandler<Args>>;

/** A class that `@Resource` can decorate, with any arguments. */
export type AnyResourceClass = InjectableClass<{
  read: (args: never, context: RequestContext, ...injected: never[]) => unknown;
}>;

/**
 * Declares a class, or one of its methods, as a resource, or as the resources of a URI template. For a method without
 * `args`, the type of the first parameter determines the arguments. The compiler rejects a class or method that does
 * not accept the declared `args`.
 */
export function Resource<Args extends object = NoArgsDeclared>(
  options: WithArguments<ResourceOptions, Args>,
): HandlerDecorator<ResourceClass<NoInfer<Args>>, HandlerFunction<NoInfer<Args>, ResourceOutput>>;
export function Resource(options: ResourceOptions, member?: unknown) {
  refuseBareHandler('Resource', options, member);
  return (...target: [object, unknown?]): void => declareTarget(RESOURCE, options, target);
}

/**
 * Whether a class itself is decorated with `@Resource` from this copy of the package. Inherited decorators do not
 * count.
 */
export function isResource(value: unknown): value is AnyResourceClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === RESOURCE;
}

/** A resource built from data, such as a database row or a file. */
export interface DataResource<Args extends object> extends Omit<ResourceOptions, 'args' | 'name'> {
  readonly name: string;
  /** @default none: the URI has no variables */
  readonly args?: readonly DataArg[];
  readonly read: ResourceHandler<Args>['read'];
  readonly list?: NonNullable<ResourceHandler<Args>['list']>;
  readonly watch?: NonNullable<ResourceHandler<Args>['watch']>;
  readonly watchList?: NonNullable<ResourceHandler<Args>['watchList']>;
}

/**
 * Defines a resource built from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the resource
 * @throws {TypeError} if `resource` is not a plain object
 */
export function defineResource<Args extends object = Readonly<Record<string, unknown>>>(
  resource: DataResource<Args>,
): Definition {
  return defineData(RESOURCE, resource);
}

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
  /** Hints for clients: audience, priority and last modification. */
  readonly annotations?: Annotations;
  /** The size in bytes. Not for templates. */
  readonly size?: number;
}

const RESOURCE_OPTIONS: OptionKinds<ResourceOptions> = {
  ...DEFINITION_OPTIONS,
  uri: STRING,
  mimeType: STRING,
  annotations: OBJECT,
  size: new OptionKind('a number of bytes', (value) => Number.isSafeInteger(value) && (value as number) >= 0),
};

/**
 * The error code for a missing resource, up to protocol revision 2025-11-25. It must not be used from protocol revision
 * 2026-07-28 on (server/resources).
 */
const RESOURCE_NOT_FOUND = -32002;

/** The kind of resources. A class has an address: a URI or a template. A reader has none, but accepts many URIs. */
export const RESOURCE: ClassKind<ReadResourceResult, ListResourcesResult> = {
  name: 'resource',
  decorator: 'Resource',
  methods: { list: 'resources/list', call: 'resources/read' },
  handlerMethod: 'read',
  limit: 'readMs',
  typedOrigin: 'value',
  options: RESOURCE_OPTIONS,
  optionalMethods: OPTIONAL_METHODS,
  compileSpecifics: compileAddress,
  entryOf: (common, _plan, address) => (address instanceof ResourceAddress ? resourceEntry(common, address) : common),
  entriesProperty: 'resources',
  pageShape: RESOURCES_PAGE,
  subjectOf: (name) => `Resource "${name}"`,
  argumentsOf: (uri, address) =>
    uri !== undefined && address instanceof ResourceAddress ? address.argumentsIn(uri) : undefined,
  readerUriOf: (uri, address) => (address === undefined ? uri : undefined), // Readers have no address.
  check: checkResourceOutput,
  adaptToClient: adaptContents,
};

/** Recognises a reader, which may come from a different copy of this package. */
export const READER = new OptionKind('an instance of a class that extends ResourceReader', (value) => {
  return hasMethods(value, ['accepts', 'read', 'list', 'complete']);
});

export function readerOf({ instance }: Definition): ResourceReader {
  return instance as ResourceReader; // Only `readerDefinition` creates definitions with an instance.
}

export function readerDefinition(reader: ResourceReader): Definition {
  return instanceDefinition(RESOURCE, reader);
}

export function addressOf({ specifics }: Definition): ResourceAddress {
  return specifics as ResourceAddress; // A class without an address has a fault and is not served.
}

function compileAddress(declared: CompileContext): ResourceAddress | undefined {
  const { type, location, plan, method: handler } = declared;
  const { faults } = declared.compilation;
  const { uri, mimeType, annotations, size } = declared.options as ResourceOptions;
  if (uri === undefined) {
    faults.push({ ...location, ...URI_MISSING });
    return undefined;
  }
  try {
    // Only handler classes can have optional methods.
    const methods = handler.isDeclared ? [] : OPTIONAL_METHODS.filter((name) => hasMethods(type.prototype, [name]));
    const address = new ResourceAddress(uri, plan, { mimeType, annotations, size }, methods);
    faults.push(...addressFaults(declared, address));
    return address;
  } catch (error) {
    faults.push({ ...location, ...uriDefect(uri, error) });
    return undefined;
  }
}

/** Converts an error to the form that the client's protocol revision uses. */
export function errorFor(error: RequestError, client: Client | undefined): RequestError {
  const isMissing = error instanceof NotFoundError && error.kind === 'resource' && error.requested !== undefined;
  if (!isMissing || client === undefined || client.revision >= '2026-07-28') return error;
  return new RequestError(error.message, { code: RESOURCE_NOT_FOUND, data: error.data, cause: error.cause });
}
