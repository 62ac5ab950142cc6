import type {
  CallToolResult,
  GetPromptResult,
  PromptClass,
  ReadResourceResult,
  ResourceClass,
  ToolClass,
} from '@cuecard/core';
import { type CallSetup, runtimeOf } from './setup.js';

/**
 * Renders a prompt with typed arguments. Returns the whole result, fitted to the client of the context.
 * @throws {RequestError} as `runtime.prompts.render` does; what the prompt itself throws is the `cause` of an
 * `InternalError`
 */
export async function renderPrompt<Args extends object>(
  type: PromptClass<Args>,
  args: NoInfer<Partial<Args>>,
  { context, ...setup }: CallSetup = {},
): Promise<GetPromptResult> {
  return runtimeOf({ prompts: [type] }, setup).prompts.render(type, args, context);
}

/**
 * Calls a tool with typed arguments. Returns the whole result, fitted to the client of the context.
 * @throws {RequestError} for everything that fails, also for what clients get as a result with `isError`
 */
export async function callTool<Args extends object>(
  type: ToolClass<Args>,
  args: NoInfer<Partial<Args>>,
  { context, ...setup }: CallSetup = {},
): Promise<CallToolResult> {
  return runtimeOf({ tools: [type] }, setup).tools.run(type, args, context);
}

/**
 * Reads a resource, at a URI as clients give it, or with the typed arguments of its template.
 * @throws {RequestError} as `runtime.resources.read` does
 */
export async function readResource<Args extends object>(
  type: ResourceClass<Args>,
  at: string | NoInfer<Partial<Args>>,
  { context, ...setup }: CallSetup = {},
): Promise<ReadResourceResult> {
  const { resources } = runtimeOf({ resources: [type] }, setup);
  if (resources === undefined) throw new TypeError(`${type.name} is not a resource: decorate it with @Resource()`);
  return typeof at === 'string' ? resources.read({ uri: at }, context) : resources.readAs(type, at, context);
}
