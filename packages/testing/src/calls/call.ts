import type {
  CallToolResult,
  GetPromptResult,
  InjectableClass,
  MethodArguments,
  MethodName,
  PromptClass,
  ReadResourceResult,
  ResourceClass,
  ToolClass,
} from '@cuecard/core';
import { classOf, type Testable } from './subject.js';
import { type CallSetup, createRuntime } from './setup.js';

/**
 * Renders a prompt with typed arguments. For a definition built from data, the arguments have no types. Returns the
 * whole result, adapted to the context's client.
 * @throws {RequestError} as `runtime.prompts.render` does; an error thrown by the prompt itself is the `cause` of an
 * `InternalError`
 */
export function renderPrompt<Args extends object>(
  prompt: Testable<PromptClass<Args>>,
  args: NoInfer<Partial<Args>>,
  setup?: CallSetup,
): Promise<GetPromptResult>;
/** Renders the prompt of a handler method. */
export function renderPrompt<Handler extends object, Method extends MethodName<Handler>>(
  type: InjectableClass<Handler>,
  method: Method,
  args: MethodArguments<Handler, Method>,
  setup?: CallSetup,
): Promise<GetPromptResult>;
export async function renderPrompt(prompt: Testable, ...parameters: readonly unknown[]): Promise<GetPromptResult> {
  const { typed, setup } = splitParameters(parameters);
  const { prompts } = createRuntime({ prompts: [prompt] }, setup);
  return (prompts.render as TypedCall<GetPromptResult>).call(prompts, classOf(prompt), ...typed);
}

/**
 * Calls a tool with typed arguments. Returns the whole result, adapted to the context's client.
 * @throws {RequestError} for every failure, even one that clients receive as a result with `isError`
 */
export function callTool<Args extends object>(
  tool: Testable<ToolClass<Args>>,
  args: NoInfer<Partial<Args>>,
  setup?: CallSetup,
): Promise<CallToolResult>;
/** Calls the tool of a handler method. */
export function callTool<Handler extends object, Method extends MethodName<Handler>>(
  type: InjectableClass<Handler>,
  method: Method,
  args: MethodArguments<Handler, Method>,
  setup?: CallSetup,
): Promise<CallToolResult>;
export async function callTool(tool: Testable, ...parameters: readonly unknown[]): Promise<CallToolResult> {
  const { typed, setup } = splitParameters(parameters);
  const { tools } = createRuntime({ tools: [tool] }, setup);
  return (tools.run as TypedCall<CallToolResult>).call(tools, classOf(tool), ...typed);
}

/**
 * Reads a resource, either by a URI as a client sends it, or by typed arguments for its template.
 * @throws {RequestError} as `runtime.resources.read` does
 */
export function readResource<Args extends object>(
  resource: Testable<ResourceClass<Args>>,
  at: string | NoInfer<Partial<Args>>,
  setup?: CallSetup,
): Promise<ReadResourceResult>;
/** Reads the resource of a handler method. */
export function readResource<Handler extends object, Method extends MethodName<Handler>>(
  type: InjectableClass<Handler>,
  method: Method,
  args: MethodArguments<Handler, Method>,
  setup?: CallSetup,
): Promise<ReadResourceResult>;
export async function readResource(resource: Testable, ...parameters: readonly unknown[]): Promise<ReadResourceResult> {
  const [at, ...rest] = parameters;
  const type = classOf(resource);
  const isUri = typeof at === 'string' && !isMethod(type, at);
  const { typed, setup, context } = splitParameters(isUri ? [{}, ...rest] : parameters);
  const { resources } = createRuntime({ resources: [resource] }, setup);
  if (resources === undefined) throw new TypeError(`${type.name} is not a resource: decorate it with @Resource()`);
  if (isUri) return resources.read({ uri: at }, context);
  return (resources.readAs as TypedCall<ReadResourceResult>).call(resources, type, ...typed);
}

function isMethod({ prototype }: InjectableClass<object>, name: string): boolean {
  return typeof (prototype as Readonly<Record<string, unknown>>)[name] === 'function';
}

/** A typed call of a runtime, without the types of its overloads. */
type TypedCall<Result> = (type: InjectableClass<object>, ...parameters: readonly unknown[]) => Promise<Result>;

interface CallParts {
  readonly typed: readonly unknown[];
  readonly setup: Omit<CallSetup, 'context'>;
  readonly context: CallSetup['context'];
}

/**
 * Splits parameters into parameters for the runtime and the setup. The parameters for the runtime start with the
 * method, if there is one.
 */
function splitParameters(parameters: readonly unknown[]): CallParts {
  const length = typeof parameters[0] === 'string' ? 2 : 1; // A string is the name of a method.
  const { context, ...setup } = (parameters[length] ?? {}) as CallSetup;
  return { typed: [...parameters.slice(0, length), context], setup, context };
}
