import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { ListType } from '../arguments/object-types.js';
import type { Annotations, ListEntry, Resource, ResourceTemplate } from '../protocol.js';
import { UriTemplate } from './uri-template/uri-template.js';
import type { VariableValue, VariableValues } from './uri-template/expansion.js';
import { RequestError } from '../errors.js';
import { jsonText } from '../messages/output-parts.js';
import { base64Of } from '../text/strings.js';

/** The properties of a resource's list entry that other kinds do not have. */
interface ResourceFacts {
  readonly mimeType?: string | undefined;
  readonly annotations?: Annotations | undefined;
  readonly size?: number | undefined;
}

/** The methods that a handler may have in addition to `read`. */
export const OPTIONAL_METHODS = ['list', 'watch', 'watchList'] as const;

export type OptionalMethod = (typeof OPTIONAL_METHODS)[number];

/** The URI or template of a resource class, and the other data that only resources have. */
export class ResourceAddress {
  readonly template: UriTemplate;

  /**
   * @param methods the optional methods that its handlers have
   * @throws {TemplateFault} if the URI is neither a URI nor a template
   * @throws {AmbiguousTemplate} if its URIs can be read in several ways
   */
  constructor(
    uri: string,
    readonly plan: ArgumentPlan,
    readonly facts: ResourceFacts,
    readonly methods: readonly OptionalMethod[],
  ) {
    const isRequired = (name: string) => {
      const arg = plan.get(name);
      return arg !== undefined && arg.isRequired && !arg.allowEmpty;
    };
    this.template = new UriTemplate(uri, { isRequired, isList: (name) => plan.get(name)?.type instanceof ListType });
  }

  /** The arguments in a URI, as strings; `undefined` for a URI of another resource. */
  rawArgumentsIn(uri: string): Readonly<Record<string, string>> | undefined {
    const values = this.template.match(uri);
    if (values === undefined) return undefined;
    const strings: Record<string, string> = {}; // No argument is named __proto__.
    for (const [name, value] of values) strings[name] = typeof value === 'string' ? value : JSON.stringify(value);
    return strings;
  }

  /** The URI for typed arguments, by their properties. */
  uriOf(args: object): string {
    const input = args as Readonly<Record<string, unknown>>;
    const values = this.plan.arguments.map(({ name, property }) => [name, valueOf(input[property])] as const);
    const present: VariableValues = Object.fromEntries(values);
    return this.template.expand(present);
  }
}

/** The entry of a resource class in `resources/list`, or in `resources/templates/list`. */
export function resourceEntry(
  common: ListEntry,
  { template, facts: { mimeType, annotations, size } }: ResourceAddress,
): Resource | ResourceTemplate {
  const shared = {
    ...common,
    ...(mimeType !== undefined && { mimeType }),
    ...(annotations !== undefined && { annotations: structuredClone(annotations) }),
    ...(size !== undefined && { size }),
  };
  return template.isFixed ? { uri: template.text, ...shared } : { uriTemplate: template.text, ...shared };
}

function valueOf(value: unknown): VariableValue | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map(wireText) : wireText(value);
}

// No regular expressions: one that is only anchored at the end takes quadratic time.

/** The last segment of a URI's path, as a display name. */
export function nameOf(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const end = lengthWithout('/', path);
  const start = Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf(':', end - 1)) + 1;
  const last = path.slice(start, end);
  if (last === '') return uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The length of the text without its trailing repetitions of a character. */
export function lengthWithout(character: string, text: string): number {
  let { length } = text;
  while (length > 0 && text[length - 1] === character) length -= 1;
  return length;
}

/**
 * The URI of a resource as a client sent it.
 * @throws {RequestError} if it is not a string
 */
export function namedUri(uri: unknown): string {
  if (typeof uri === 'string') return uri;
  throw new RequestError('A resource must be named by a URI', { code: -32602 });
}

const MAX_MEMBERS = 100_000;

/** Writes a typed value as the string that the value can be read from again. */
function wireText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (value instanceof URL) return value.href;
  if (value instanceof Uint8Array) return base64Of(value);
  if (typeof value === 'object' && value !== null) return jsonText(value, { maxMembers: MAX_MEMBERS }) ?? '';
  return String(value);
}
