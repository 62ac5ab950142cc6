import type { CallOptions } from '../api/context.js';
import { ClassSource } from '../catalogue/catalogue.js';
import { InvalidCursorError, NotFoundError, RequestError } from '../errors.js';
import { promptAsToolResult, LIST_PROMPTS, pageAsToolResult } from '../prompt-tools/prompt-tools.js';
import type { CallToolParams, CallToolResult, ListToolsParams, ListToolsResult, Tool } from '../protocol.js';
import { Request, type Target } from '../request/request.js';
import { failureResult } from '../tool/tool-result.js';
import { type MethodArguments, type MethodName, parseTypedCall } from '../definition/method-handlers.js';
import type { ToolClass } from '../tool/tool.js';
import type { InjectableClass } from '../types.js';
import type { RuntimeStateHolder } from './runtime-state.js';

/** Answers the protocol's tool methods, and calls tools in process. */
export class Tools {
  readonly #holder: RuntimeStateHolder;

  constructor(holder: RuntimeStateHolder) {
    this.#holder = holder;
  }

  /** Whether there are tools, or the option `tools` is set to a list that is still empty. */
  get isOffered(): boolean {
    return this.#holder.state.offersTools;
  }

  /**
   * Answers `tools/list`, a page at a time, ordered by name. Prompts that the client gets as tools come last. The
   * result is frozen, unless an interceptor has changed it. A changed page is marked private.
   * @throws {InvalidCursorError} if the cursor is not one of this list
   */
  list(params?: ListToolsParams, call?: CallOptions): Promise<ListToolsResult> {
    const { state } = this.#holder;
    const { promptTools, tools } = state.served;
    return state.run(promptTools, params ?? {}, tools.listTarget, call);
  }

  /**
   * Answers `tools/call`. Checks the parameters. If the tool fails, the result has `isError`. For invalid arguments,
   * the result has `isError` for clients with protocol revision 2025-11-25 or later; other clients get an error.
   * @throws {RequestError} if the tool does not exist or an interceptor rejects the call
   */
  call(params: CallToolParams | undefined, call: CallOptions = {}): Promise<CallToolResult> {
    const { tools, promptTools } = this.#holder.state.served;
    const isTool = tools.versions(params?.name ?? '').length > 0;
    if (!isTool && promptTools.isOfferedTo(call.client)) return this.#callPromptTool(params, call);
    if (isTool || this.isOffered) return this.#callTool(params, call);
    return Promise.reject(new RequestError('Method not found', { code: -32601 }));
  }

  #callPromptTool(params: CallToolParams | undefined, call: CallOptions): Promise<CallToolResult> {
    const { promptTools } = this.#holder.state.served;
    const prompt = promptTools.target(params?.name, call.client);
    if (prompt !== undefined) return this.#callPrompt(prompt, params?.arguments, call);
    const pairTool = promptTools.pairedTool(params?.name, call.client);
    return pairTool === undefined ? this.#callTool(params, call) : this.#callPair(pairTool, params?.arguments, call);
  }

  #callTool(params: CallToolParams | undefined, call: CallOptions): Promise<CallToolResult> {
    const { state } = this.#holder;
    const request = new Request(state.served.tools.target(params?.name), state.services, call);
    const input = { name: request.requested ?? '', arguments: params?.arguments };
    return state.engine.run(state.calls.callTool, input, request).catch((error: unknown) => toFailure(error, request));
  }

  #callPrompt(prompt: Target, input: unknown, call: CallOptions): Promise<CallToolResult> {
    const { state } = this.#holder;
    const request = new Request(prompt, state.services, call);
    const answer = state.engine.run(
      state.calls.getAsTool,
      { name: request.requested ?? '', arguments: input },
      request,
    );
    return answer.then(promptAsToolResult, (error: unknown) => toPromptFailure(error, request));
  }

  #callPair(tool: Tool, input: unknown, call: CallOptions): Promise<CallToolResult> {
    const { name, arguments: args, cursor }: Readonly<Record<string, unknown>> = Object(input);
    const { state } = this.#holder;
    const { promptTools, prompts } = state.served;
    const { pairCatalogue } = promptTools;
    if (tool !== LIST_PROMPTS) return this.#callPrompt(pairCatalogue.target(name), args, call);
    prompts.isListed = true;
    const request = new Request(pairCatalogue.listTarget, state.services, call);
    const page = state.engine.run(pairCatalogue, cursor === undefined ? {} : { cursor: cursor as string }, request);
    return page.then(pageAsToolResult, (error: unknown) => toPromptFailure(error, request));
  }

  /**
   * Calls a tool in process. The arguments are typed values that must pass the rules of the arguments class.
   * @throws {RequestError} for every failure, including failures that clients get as results
   */
  run<Args extends object>(
    type: ToolClass<Args>,
    args: NoInfer<Partial<Args>>,
    call?: CallOptions,
  ): Promise<CallToolResult>;
  run<Handler extends object, Method extends MethodName<Handler>>(
    type: InjectableClass<Handler>,
    method: Method,
    args: MethodArguments<Handler, Method>,
    call?: CallOptions,
  ): Promise<CallToolResult>;
  async run(type: InjectableClass<object>, ...parameters: readonly unknown[]): Promise<CallToolResult> {
    const { state } = this.#holder;
    const { method, args, call } = parseTypedCall(parameters);
    const source = new ClassSource(state.served.tools, type, method);
    return state.run(state.calls.runTool, { name: source.name, arguments: args }, source, call);
  }
}

function toFailure(error: unknown, request: Request, step = request.stepOf(error)): CallToolResult {
  return failureResult(error, { client: request.client, step });
}

/**
 * Returns the result of a failed call to a prompt as a tool. An unknown prompt or cursor counts as an invalid argument
 * of the tool.
 */
function toPromptFailure(error: unknown, request: Request): CallToolResult {
  const isArgument = error instanceof NotFoundError || error instanceof InvalidCursorError;
  return toFailure(error, request, isArgument ? 'call' : undefined);
}
