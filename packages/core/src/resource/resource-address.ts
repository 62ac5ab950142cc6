import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { ListType } from '../arguments/object-types.js';
import type { Annotations, ListEntry, Resource, ResourceTemplate } from '../protocol.js';
import { UriTemplate, AmbiguousTemplate } from './uri-template.js';
import { type VariableValue, type VariableValues, TemplateFault } from './template-parts.js';
import { RequestError } from '../errors.js';
import { toJsonText, ShapeFault } from '../output/output.js';
import { encodeBase64 } from '../text/strings.js';
import type { ArgDefinition } from '../arguments/arg-definition.js';
import type { CompileContext } from '../definition/kind.js';
import type { Defect, DefinitionFault } from '../definition-error.js';
import { RESOURCE, RESOURCE_TEMPLATE } from '../output/shapes.js';
import { nearest } from '../text/nearest.js';

/** The properties of a list entry that only resources have. */
interface ResourceMetadata {
  readonly mimeType?: string | undefined;
  readonly annotations?: Annotations | undefined;
  readonly size?: number | undefined;
}

/** The methods that resource handlers may have in addition to `read`. */
export const OPTIONAL_METHODS = ['list', 'watch', 'watchList'] as const;

type OptionalMethod = (typeof OPTIONAL_METHODS)[number];

/** The URI or template of a resource class, and its other options. */
export class ResourceAddress {
  readonly template: UriTemplate;

  /**
   * @param methods the optional methods that the class's handlers have
   * @throws {TemplateFault} if `uri` is neither a URI nor a URI template
   * @throws {AmbiguousTemplate} if a URI of the template can be read in several ways
   */
  constructor(
    uri: string,
    readonly plan: ArgumentPlan,
    readonly metadata: ResourceMetadata,
    readonly methods: readonly OptionalMethod[],
  ) {
    const isRequired = (name: string) => {
      const arg = plan.get(name);
      return arg !== undefined && arg.isRequired && !arg.allowEmpty;
    };
    this.template = new UriTemplate(uri, { isRequired, isList: (name) => plan.get(name)?.type instanceof ListType });
  }

  /** Returns the arguments in a URI as strings; `undefined` if the URI does not match. */
  argumentsIn(uri: string): Readonly<Record<string, string>> | undefined {
    const values = this.template.match(uri);
    if (values === undefined) return undefined;
    const strings: Record<string, string> = {}; // No argument is named __proto__.
    for (const [name, value] of values) strings[name] = typeof value === 'string' ? value : JSON.stringify(value);
    return strings;
  }

  uriOf(args: object): string {
    const input = args as Readonly<Record<string, unknown>>;
    const values = this.plan.arguments.map(({ name, property }) => [name, variableValueOf(input[property])] as const);
    const present: VariableValues = Object.fromEntries(values);
    return this.template.expand(present);
  }
}

export function resourceEntry(
  common: ListEntry,
  { template, metadata: { mimeType, annotations, size } }: ResourceAddress,
): Resource | ResourceTemplate {
  const shared = {
    ...common,
    ...(mimeType !== undefined && { mimeType }),
    ...(annotations !== undefined && { annotations: structuredClone(annotations) }),
    ...(size !== undefined && { size }),
  };
  return template.isFixed ? { uri: template.text, ...shared } : { uriTemplate: template.text, ...shared };
}

function variableValueOf(value: unknown): VariableValue | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map(toText) : toText(value);
}

// These functions use no regular expressions, because one that is anchored only at the end takes quadratic time.

/** Returns the last segment of a URI's path, as a display name. */
export function displayNameOf(uri: string): string {
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

/** Returns the length of a text without trailing occurrences of a character. */
export function lengthWithout(character: string, text: string): number {
  let { length } = text;
  while (length > 0 && text[length - 1] === character) length -= 1;
  return length;
}

/**
 * Returns the URI that a client sent.
 * @throws {RequestError} if the URI is not a string
 */
export function requireUri(uri: unknown): string {
  if (typeof uri === 'string') return uri;
  throw new RequestError('The URI of a resource must be a string', { code: -32602 });
}

const MAX_MEMBERS = 100_000;

/** Writes a value as a string from which the same value can be read. */
function toText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (value instanceof URL) return value.href;
  if (value instanceof Uint8Array) return encodeBase64(value);
  if (typeof value === 'object' && value !== null) return toJsonText(value, { maxMembers: MAX_MEMBERS }) ?? '';
  return String(value);
}

export const URI_MISSING: Defect = {
  id: 'uri-missing',
  problem: 'has no uri',
  remedy: 'Set the uri of @Resource(), for example to "config:limits" or "orders://{id}"',
};

/** Returns the defect of an invalid or ambiguous URI or template. */
export function uriDefect(uri: string, error: unknown): Defect {
  const has = `has the uri "${uri}", `;
  if (error instanceof AmbiguousTemplate) {
    const variables = error.expression.variables.map(({ name }) => `"${name}"`).join(' and ');
    const problem = `${has}in which the end of ${variables} is ambiguous: "${error.character}" may be part of a value`;
    return { id: 'uri-ambiguous', problem, remedy: SEPARATE_VARIABLES };
  }
  if (error instanceof TemplateFault)
    return { id: 'uri-invalid', problem: `${has}which ${error.message}`, remedy: WRITE_URI };
  throw error;
}

const SEPARATE_VARIABLES = 'Separate variables with a character that values cannot contain, such as "/" or ","';
const WRITE_URI = 'Write a URI, or a URI template as defined in RFC 6570';

/** Returns the faults of a well-formed URI or template: a missing scheme, wrong variables and invalid options. */
export function addressFaults(
  { location, plan, options }: CompileContext,
  address: ResourceAddress,
): DefinitionFault[] {
  const { template, methods } = address;
  const args = options.args?.name;
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(template.start);
  const isWhole = (name: string) => template.variables.some((each) => each.name === name && each.length === undefined);
  const isMissing = ({ name, isRequired }: ArgDefinition) => isRequired && !template.names.includes(name);
  const defects = [
    ...(hasScheme ? [] : [missingScheme(template)]),
    ...template.names
      .filter((name) => plan.get(name) === undefined)
      .map((name) => unknownVariable(name, template, args, plan)),
    ...template.names.filter((name) => !isWhole(name)).map((name) => partialVariable(name, template)),
    ...plan.arguments.filter(isMissing).map(({ name }) => missingVariable(name, template, args)),
    ...(hasScheme ? entryDefects(address) : []), // Without a scheme, the URI is reported above.
    ...(template.isFixed && methods.includes('list') ? [uselessList(template)] : []),
  ];
  return defects.map((defect) => ({ ...location, ...defect }));
}

function missingScheme({ text }: UriTemplate): Defect {
  const problem = `has the uri "${text}", which has no scheme`;
  return { id: 'uri-invalid', problem, remedy: 'Begin the uri with a scheme, as in "orders:"' };
}

/** @param args the name of the arguments class */
function unknownVariable(name: string, { text }: UriTemplate, args: string | undefined, plan: ArgumentPlan): Defect {
  const suggestion = nearest(name, plan.names);
  const addArgument =
    args === undefined ? `Set args to a class with an @Arg() "${name}"` : `Add an @Arg() "${name}" to ${args}`;
  const remedy = suggestion === undefined ? addArgument : `Write {${suggestion}}`;
  const missing = args === undefined ? 'it has no arguments' : `${args} has no argument of that name`;
  const problem = `has the variable "${name}" in its uri "${text}", but ${missing}`;
  return { id: 'uri-variable-unknown', problem, remedy };
}

function partialVariable(name: string, { text }: UriTemplate): Defect {
  const problem = `has only a prefix of "${name}" in its uri "${text}"`;
  return { id: 'uri-argument-missing', problem, remedy: `Add {${name}}, or remove the length` };
}

function missingVariable(name: string, { text }: UriTemplate, args: string | undefined): Defect {
  const problem = `requires the argument "${name}" of ${args}, but its uri "${text}" has no such variable`;
  const remedy = `Add {${name}} to the uri, or make the argument optional`;
  return { id: 'uri-argument-missing', problem, remedy };
}

function uselessList({ text }: UriTemplate): Defect {
  const problem = `has a method list, but its uri "${text}" has no variables`;
  return { id: 'list-without-variables', problem, remedy: 'Remove the method list, or add a variable to the uri' };
}

/** Returns the defects of options that would make the list entry invalid. */
function entryDefects(address: ResourceAddress): Defect[] {
  const shape = address.template.isFixed ? RESOURCE : RESOURCE_TEMPLATE;
  const { size } = address.metadata;
  if (size !== undefined && !address.template.isFixed) return [SIZE_OF_MANY];
  try {
    shape(resourceEntry({ name: 'resource' }, address), '');
    return [];
  } catch (fault) {
    if (!(fault instanceof ShapeFault)) throw fault;
    const problem = `has an option that clients would reject: ${fault.message}`;
    return [{ id: 'option-invalid', problem, remedy: 'Correct the option' }];
  }
}

const SIZE_OF_MANY: Defect = {
  id: 'size-of-many',
  problem: 'has a size, but its uri is a template',
  remedy: 'Remove size, or set the size of each resource in list()',
};
