import { DECLARATIONS, type ClassKind, type KindData } from '../definition/kind.js';
import type { NoArgsDeclared, WithArguments } from '../definition/definition-options.js';
import { declareAt, type HandlerDecorator, type HandlerFunction } from '../definition/method-handlers.js';
import { refuseBareHandler } from '../metadata/decorator-targets.js';
import type { Class, Awaitable, InjectableClass } from '../types.js';
import type { DeclaredOutput } from './structured-output.js';
import type { RequestContext } from '../api/context.js';
import type { CallToolResult, ContentBlock, ListToolsResult, Tool, ListEntry } from '../protocol.js';
import { checkedAnswer, LIST_TOOLS } from '../output/answer-shapes.js';
import { checkTool, toolForClient } from './tool-result.js';
import { compileSpecifics, specificsOf, type ToolOptions, TOOL_OPTIONS } from './tool-specifics.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { SchemaDefinitions } from '../json-schema.js';
import type { HeaderArguments } from './header-arguments.js';
import type { DataArg, Definition } from '../definition/definition.js';
import { defineData } from '../definition/define-data.js';

/** The result of `call` without an `output`: a string becomes one text block, and arrays may be nested. */
export type ToolOutput = ToolPart | CallToolResult;

type ToolPart = string | ContentBlock | readonly ToolPart[];

/** The interface of a tool class. `Output` is what its `output` declares. */
export interface ToolHandler<Args extends object = object, Output = ToolOutput> {
  // A property, not a method: only then does the compiler reject a `call` with other arguments.
  /**
   * Answers one `tools/call`, with arguments that have passed all their rules. A framework may inject further
   * parameters.
   */
  call: (args: Args, context: RequestContext, ...injected: never[]) => Awaitable<Output | CallToolResult>;
}

/** A class that can be decorated with `@Tool`; by default, with any arguments and any output. */
export type ToolClass<Args extends object = never, Output = unknown> = InjectableClass<ToolHandler<Args, Output>>;

/** The result of `call`, by the `output` that is declared. */
type ToolReturnType<Declared> = Declared extends readonly [Class<infer Item>]
  ? readonly Item[]
  : Declared extends Class<infer Output>
    ? Output
    : ToolOutput;

/**
 * Declares a class as a tool, or a method of a class. The arguments of a method are of the class that its first
 * parameter has. The compiler rejects a class or a method that does not accept what `args` declares, or does not
 * return what `output` declares.
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
  return (...target: [object, unknown?]): void => declareAt(TOOL, options, target);
}

/** Whether a value is a class with its own `@Tool` from this copy of the package; subclasses do not inherit it. */
export function isTool(value: unknown): value is ToolClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === TOOL;
}

export const TOOL: ClassKind<CallToolResult, ListToolsResult> = {
  name: 'tool',
  decorator: 'Tool',
  methods: { list: 'tools/list', call: 'tools/call' },
  handlerMethod: 'call',
  typedOrigin: 'typed',
  options: TOOL_OPTIONS,
  specificsOf: compileSpecifics,
  originOf: (origin, specifics) => (origin === 'sent' && !specificsOf(specifics).isCoerced ? 'exact' : origin),
  admit: (specifics, value, call) => specificsOf(specifics).headers?.check(value, call),
  subjectOf: (name) => `Tool "${name}"`,
  entryOf: toolEntry,
  listResultOf: (entries, rest) => ({ tools: entries as Tool[], ...rest }), // `entryOf` has made them.
  recheckPage: (answer) => checkedAnswer(LIST_TOOLS, answer),
  check: checkTool,
  forClient: toolForClient,
};

/** The schema of a tool without arguments, as the specification recommends it (server/tools, "Tool"). */
const NO_ARGUMENTS: Tool['inputSchema'] = { type: 'object', additionalProperties: false };

/** The schema of the arguments of a tool, with samples of them. */
export function inputSchemaOf(
  plan: ArgumentPlan,
  samples: readonly object[],
  headers?: HeaderArguments,
): Tool['inputSchema'] {
  if (plan.arguments.length === 0) return NO_ARGUMENTS;
  const schema = SchemaDefinitions.schemaOf(plan, samples);
  return { type: 'object', ...(headers?.addTo(schema) ?? schema) };
}

/** The list entry of a tool. */
function toolEntry(common: ListEntry, plan: ArgumentPlan, specifics: KindData, samples: readonly object[]): Tool {
  const { output, annotations, meta, headers } = specificsOf(specifics);
  const { _meta, ...rest } = common;
  return {
    ...rest,
    inputSchema: inputSchemaOf(plan, samples, headers),
    ...(output !== undefined && { outputSchema: output.schema }),
    ...(annotations !== undefined && { annotations }),
    ...((_meta !== undefined || meta !== undefined) && { _meta: { ...meta, ..._meta } }),
  };
}

/** A tool from data, such as a row of a table or a file. */
export interface DataTool<Args extends object> extends Omit<ToolOptions, 'args' | 'name'> {
  readonly name: string;
  /** @default none: the tool takes no arguments */
  readonly args?: readonly DataArg[];
  /** Returns what `output` declares, otherwise text or content blocks. */
  readonly call: ToolHandler<Args, unknown>['call'];
}

/**
 * Defines a tool from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the tool
 * @throws {TypeError} if it is not an object
 */
export function defineTool<Args extends object = Readonly<Record<string, unknown>>>(tool: DataTool<Args>): Definition {
  return defineData(TOOL, tool);
}
