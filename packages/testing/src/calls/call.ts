import type {
  CallToolResult,
  GetPromptResult,
  PromptClass,
  ReadResourceResult,
  ResourceClass,
  ToolClass,
} from '@cuecard/core';
import { classOf, type Definable } from './subject.js';
import { type CallSetup, runtimeOf } from './setup.js';

/**
 * Renders a prompt with typed arguments; those of a definition from data have no types. Returns the whole result, fitted to the client of the context.
 * @throws {RequestError} as `runtime.prompts.render` does; what the prompt itself throws is the `cause` of an
 * `InternalError`
 */
export async function renderPrompt<Args extends object>(
  prompt: Definable<PromptClass<Args>>,
  args: NoInfer<Partial<Args>>,
  { context, ...setup }: CallSetup = {},
): Promise<GetPromptResult> {
  const type = classOf(prompt) as PromptClass<Args>;
  return runtimeOf({ prompts: [prompt] }, setup).prompts.render(type, args, context);
}

/**
 * Calls a tool with typed arguments. Returns the whole result, fitted to the client of the context.
 * @throws {RequestError} for everything that fails, also for what clients get as a result with `isError`
 */
export async function callTool<Args extends object>(
  tool: Definable<ToolClass<Args>>,
  args: NoInfer<Partial<Args>>,
  { context, ...setup }: CallSetup = {},
): Promise<CallToolResult> {
  const type = classOf(tool) as ToolClass<Args>;
  return runtimeOf({ tools: [tool] }, setup).tools.run(type, args, context);
}

/**
 * Reads a resource, at a URI as clients give it, or with the typed arguments of its template.
 * @throws {RequestError} as `runtime.resources.read` does
 */
export async function readResource<Args extends object>(
  resource: Definable<ResourceClass<Args>>,
  at: string | NoInfer<Partial<Args>>,
  { context, ...setup }: CallSetup = {},
): Promise<ReadResourceResult> {
  const type = classOf(resource) as ResourceClass<Args>;
  const { resources } = runtimeOf({ resources: [resource] }, setup);
  if (resources === undefined) throw new TypeError(`${type.name} is not a resource: decorate it with @Resource()`);
  return typeof at === 'string' ? resources.read({ uri: at }, context) : resources.readAs(type, at, context);
}
