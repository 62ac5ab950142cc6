import { type CompileContext, type Specifics, DECLARATIONS, type ClassKind } from '../definition/kind.js';
import { TOOLS_PAGE, TOOL_ANNOTATIONS } from '../output/shapes.js';
import { json, type Shape, ShapeFault } from '../output/output.js';
import type { ToolAnnotations, CallToolResult, ContentBlock, ListToolsResult, Tool, ListEntry } from '../protocol.js';
import { type DeclaredOutput, type OutputSpecifics, compileOutput } from './structured-output.js';
import {
  DEFINITION_OPTIONS,
  type DefinitionOptions,
  type NoArgsDeclared,
  type WithArguments,
} from '../definition/definition-options.js';
import { isObject, isPlainObject, OptionKind, BOOLEAN, type OptionKinds } from '../text/option-kinds.js';
import type { CallOptions, RequestContext } from '../api/context.js';
import { type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { ArgDefinition } from '../arguments/arg-definition.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { reachableArguments } from '../arguments/object-types.js';
import { type Defect, type DefinitionFault, locate } from '../definition-error.js';
import { declareTarget, type HandlerDecorator, type HandlerFunction } from '../definition/method-handlers.js';
import { refuseBareHandler } from '../metadata/decorator-targets.js';
import type { Class, Awaitable, InjectableClass } from '../types.js';
import { checkToolOutput, adaptToolResult } from './tool-result.js';
import type { DataArg, Definition } from '../definition/definition.js';
import { defineData } from '../definition/define-data.js';

export interface ToolOptions extends DefinitionOptions {
  /**
   * The class of the object that the tool returns, or an array of the class for a list. The object is checked and sent
   * as `structuredContent`; a list is sent as the property `result`. Clients with a protocol revision before 2025-06-18
   * get the JSON as text only.
   * @default none: the tool returns text or content blocks
   */
  readonly output?: DeclaredOutput;
  /**
   * Hints about the tool's behaviour, from protocol revision 2025-03-26 on. Clients may use them to decide whether to
   * ask the user before a call.
   */
  readonly annotations?: ToolAnnotations;
  /**
   * Whether strings are read as values of other types, such as `"5"` as a number. Models often send such strings.
   * @default true
   */
  readonly coerce?: boolean;
  /** The `_meta` of the list entry, for example for a protocol extension. Sent from protocol revision 2025-06-18 on. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

const TOOL_OPTIONS: OptionKinds<ToolOptions> = {
  ...DEFINITION_OPTIONS,
  output: true,
  annotations: new OptionKind('an object, such as { readOnlyHint: true }', isPlainObject),
  coerce: BOOLEAN,
  _meta: new OptionKind('an object', isObject),
};

/** The compiled options that only tools have. */
interface ToolSpecifics extends OutputSpecifics {
  /** Whether strings are read as values of other types. */
  readonly isCoerced: boolean;
  /** The arguments that HTTP headers repeat; `undefined` if there are none. */
  readonly headers: HeaderArguments | undefined;
  readonly annotations: ToolAnnotations | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** Casts the specifics of a tool, which `compileSpecifics` has created. */
function specificsOf(specifics: Specifics): ToolSpecifics {
  return specifics as ToolSpecifics;
}

function compileSpecifics(context: CompileContext): ToolSpecifics {
  const { output, coerce = true, annotations, _meta } = context.options as ToolOptions; // These are the options of `@Tool`.
  return Object.freeze({
    output: output === undefined ? undefined : compileOutput(output, context),
    isCoerced: coerce,
    headers: createHeaderArguments(context),
    annotations: annotations && copyOption({ annotations }, TOOL_ANNOTATIONS, context),
    meta: _meta && copyOption({ _meta }, json as Shape<typeof _meta>, context),
  });
}

/** Copies an option, so that the application cannot change it later. */
function copyOption<T extends object>(
  options: Record<string, T>,
  shape: Shape<T>,
  { location, compilation }: CompileContext,
) {
  const [[option, value]] = Object.entries(options) as [[string, T]];
  try {
    return shape(structuredClone(value), option);
  } catch (error) {
    const expected = error instanceof ShapeFault ? error.message : `${option} must be JSON`;
    const problem = `has the option "${option}", which clients would reject: ${expected}`;
    compilation.faults.push({ ...location, id: 'option-invalid', problem, remedy: 'Correct the option' });
    return undefined;
  }
}

/**
 * The arguments that clients repeat in HTTP headers, from protocol revision 2026-07-28 on (server/tools,
 * "x-mcp-header").
 */
class HeaderArguments {
  readonly #headers: ReadonlyMap<string, string>;

  /** @param headers header names, keyed by the argument's wire name */
  constructor(headers: ReadonlyMap<string, string>) {
    this.#headers = headers;
  }

  addTo(schema: JsonSchema): JsonSchema {
    const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>);
    const annotated = properties.map(([name, property]) => {
      const header = this.#headers.get(name);
      return [name, header === undefined ? property : { ...property, 'x-mcp-header': header }] as const;
    });
    return { ...schema, properties: Object.fromEntries(annotated) };
  }

  /**
   * Lets the transport compare the arguments with the headers.
   * @throws {RequestError} if they differ
   */
  check(args: unknown, { checkHeaders }: CallOptions): void {
    if (checkHeaders === undefined) return;
    const values = isObject(args) ? args : {};
    const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
    checkHeaders([...this.#headers].map(([name, header]) => ({ header, value: valueOf(name) })));
  }
}

/** Returns the headers of a tool's arguments, and adds their faults. */
function createHeaderArguments({ plan, compilation }: CompileContext): HeaderArguments | undefined {
  compilation.faults.push(...headerFaults(plan));
  const headers = plan.arguments.flatMap(({ name, header }) => (header === undefined ? [] : [[name, header] as const]));
  return headers.length === 0 ? undefined : new HeaderArguments(new Map(headers));
}

/**
 * Header names that every gateway forwards. HTTP allows more characters (RFC 9110, "Tokens"), but nginx, for example,
 * drops some of these headers.
 */
const HEADER_NAME = /^[A-Za-z\d-]{1,50}$/;

/**
 * The types that a header can repeat. Numbers are excluded, because a number can be written in several ways
 * (server/tools, "x-mcp-header").
 */
const REPEATABLE_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Returns the faults of headers. Clients would ignore a tool with a faulty header. */
function headerFaults(plan: ArgumentPlan): DefinitionFault[] {
  const own = plan.arguments.flatMap((arg, index) => {
    const fault = headerDefect(arg, plan.arguments.slice(0, index), plan.type.name);
    return fault === undefined ? [] : [{ ...locate(plan.type.name, arg.property), ...fault }];
  });
  // Clients read headers of top-level properties only.
  const nested = reachableArguments(plan).filter(
    ({ owner, argument }) => owner !== plan && argument.header !== undefined,
  );
  return [
    ...own,
    ...nested.map(({ owner, argument }) => ({
      ...locate(owner.type.name, argument.property),
      ...NESTED_HEADER,
    })),
  ];
}

function headerDefect(arg: ArgDefinition, earlier: readonly ArgDefinition[], type: string): Defect | undefined {
  const { header } = arg;
  if (header === undefined) return undefined;
  if (!HEADER_NAME.test(header))
    return invalidHeader(`has the header ${JSON.stringify(header)}, which some gateways remove`, NAME_REMEDY);
  if (!REPEATABLE_TYPES.has(arg.schema(new SchemaDefinitions())['type'])) return UNREPEATABLE_TYPE;
  const taken = earlier.find((other) => other.header?.toLowerCase() === header.toLowerCase());
  if (taken === undefined) return undefined;
  const problem = `has the same header "${header}" as ${type}.${taken.property}`;
  return { id: 'header-taken', problem, remedy: TAKEN_REMEDY };
}

function invalidHeader(problem: string, remedy: string): Defect {
  return { id: 'header-invalid', problem, remedy };
}

const NAME_REMEDY = 'Use up to 50 letters, digits and "-", as in @Arg({ header: "Region" })';
const TAKEN_REMEDY = 'Give one of them another header: header names are case-insensitive';
const UNREPEATABLE_TYPE = invalidHeader(
  'has a header, but is neither a string, an integer nor a boolean',
  'Remove the header, or declare an integer with @IsInt()',
);

const NESTED_HEADER = invalidHeader(
  'has a header, but is inside another argument',
  'Remove the header: only top-level arguments can have headers',
);

/** The output of `call` without the option `output`. A string is one text block. Arrays may be nested. */
export type ToolOutput = ToolPart | CallToolResult;

type ToolPart = string | ContentBlock | readonly ToolPart[];

/** The interface of a tool class. `Output` is the type of the declared output. */
export interface ToolHandler<Args extends object = object, Output = ToolOutput> {
  // Declared as a property, because the compiler checks method parameters less strictly.
  /** Answers a `tools/call` request. The arguments have passed all rules. A framework may inject further parameters. */
  call: (args: Args, context: RequestContext, ...injected: never[]) => Awaitable<Output | CallToolResult>;
}

/** A class that `@Tool` can decorate. By default, its arguments and output can have any type. */
export type ToolClass<Args extends object = never, Output = unknown> = InjectableClass<ToolHandler<Args, Output>>;

/** The output of `call`, by the option `output`. */
type ToolReturnType<Declared> = Declared extends readonly [Class<infer Item>]
  ? readonly Item[]
  : Declared extends Class<infer Output>
    ? Output
    : ToolOutput;

/**
 * Declares a class, or one of its methods, as a tool. For a method without `args`, the type of the first parameter
 * determines the arguments. The compiler rejects a class or method that does not accept the declared `args`, or does
 * not return the declared `output`.
 */
export function Tool<
  Args extends object = NoArgsDeclared,
  const Declared extends DeclaredOutput | undefined = undefined,
>(
  options?: WithArguments<Omit<ToolOptions, 'output'>, Args> & { readonly output?: Declared },
): HandlerDecorator<
  ToolClass<NoInfer<Args>, ToolReturnType<Declared>>,
  HandlerFunction<NoInfer<Args>, ToolReturnType<Declared> | CallToolResult>
>;
export function Tool(options: ToolOptions = {}, member?: unknown) {
  refuseBareHandler('Tool', options, member);
  return (...target: [object, unknown?]): void => declareTarget(TOOL, options, target);
}

/**
 * Whether a class itself is decorated with `@Tool` from this copy of the package. Inherited decorators do not count.
 */
export function isTool(value: unknown): value is ToolClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === TOOL;
}

export const TOOL: ClassKind<CallToolResult, ListToolsResult> = {
  name: 'tool',
  decorator: 'Tool',
  methods: { list: 'tools/list', call: 'tools/call' },
  handlerMethod: 'call',
  limit: 'callMs',
  typedOrigin: 'typed',
  options: TOOL_OPTIONS,
  compileSpecifics,
  originOf: (origin, specifics) => (origin === 'sent' && !specificsOf(specifics).isCoerced ? 'exact' : origin),
  admit: (specifics, value, call) => specificsOf(specifics).headers?.check(value, call),
  subjectOf: (name) => `Tool "${name}"`,
  entryOf: toolEntry,
  entriesProperty: 'tools',
  pageShape: TOOLS_PAGE,
  check: checkToolOutput,
  adaptToClient: adaptToolResult,
};

/** The schema of a tool without arguments, as the specification recommends (server/tools, "Tool"). */
const NO_ARGUMENTS: Tool['inputSchema'] = { type: 'object', additionalProperties: false };

export function createInputSchema(
  plan: ArgumentPlan,
  samples: readonly object[],
  headers?: HeaderArguments,
): Tool['inputSchema'] {
  if (plan.arguments.length === 0) return NO_ARGUMENTS;
  const schema = SchemaDefinitions.schemaOf(plan, samples);
  return { type: 'object', ...(headers?.addTo(schema) ?? schema) };
}

function toolEntry(common: ListEntry, plan: ArgumentPlan, specifics: Specifics, samples: readonly object[]): Tool {
  const { output, annotations, meta, headers } = specificsOf(specifics);
  const { _meta, ...rest } = common;
  return {
    ...rest,
    inputSchema: createInputSchema(plan, samples, headers),
    ...(output !== undefined && { outputSchema: output.schema }),
    ...(annotations !== undefined && { annotations }),
    ...((_meta !== undefined || meta !== undefined) && { _meta: { ...meta, ..._meta } }),
  };
}

/** A tool built from data, such as a database row or a file. */
export interface DataTool<Args extends object> extends Omit<ToolOptions, 'args' | 'name'> {
  readonly name: string;
  /** @default none: the tool takes no arguments */
  readonly args?: readonly DataArg[];
  /** Returns what `output` declares, otherwise text or content blocks. */
  readonly call: ToolHandler<Args, unknown>['call'];
}

/**
 * Defines a tool built from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the tool
 * @throws {TypeError} if `tool` is not a plain object
 */
export function defineTool<Args extends object = Readonly<Record<string, unknown>>>(tool: DataTool<Args>): Definition {
  return defineData(TOOL, tool);
}
