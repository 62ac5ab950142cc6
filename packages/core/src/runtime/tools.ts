import type { CallOptions } from '../api/context.js';
import { ClassSource } from '../catalogue/catalogue.js';
import { InvalidCursorError, NotFoundError, RequestError } from '../errors.js';
import { promptToolResult, LIST_PROMPTS, promptPage } from '../prompt-tools/prompt-tool.js';
import type { CallToolParams, CallToolResult, ListToolsParams, ListToolsResult, Tool } from '../protocol.js';
import type { Request, Target } from '../request/request.js';
import { failedResult } from '../tool/tool-result.js';
import { type MethodArguments, type MethodName, parseTypedCall } from '../definition/method-handlers.js';
import type { ToolClass } from '../tool/tool.js';
import type { InjectableClass } from '../types.js';
import type { RuntimeStateHolder } from './runtime-state.js';

/** The specification's tool methods, and the typed calls of tools in process. */
export class Tools {
  readonly #inside: RuntimeStateHolder;

  constructor(inside: RuntimeStateHolder) {
    this.#inside = inside;
  }

  /** Whether there are tools, or the runtime was given a list of tools that is empty so far. */
  get isOffered(): boolean {
    return this.#inside.state.offersTools;
  }

  /**
   * Answers `tools/list`, a page at a time, ordered by name; prompts that the client gets as tools come last. The result
   * is frozen, unless an interceptor has changed it; such a page is marked private.
   * @throws {InvalidCursorError} if no page came with this cursor
   */
  list(params?: ListToolsParams, call?: CallOptions): Promise<ListToolsResult> {
    const { state } = this.#inside;
    const { promptTools, tools } = state.served;
    return state.engine.run(promptTools, params ?? {}, state.request(tools.listTarget, 'listMs', call));
  }

  /**
   * Answers `tools/call`, with unchecked parameters from the client. A failure of the tool is a result with `isError`;
   * so are invalid arguments, except for clients before 2025-11-25.
   * @throws {RequestError} for clients, if there is no such tool or an interceptor refuses the call
   */
  call(params: CallToolParams | undefined, call: CallOptions = {}): Promise<CallToolResult> {
    const { tools, promptTools } = this.#inside.state.served;
    const isTool = tools.versions(params?.name ?? '').length > 0;
    if (!isTool && promptTools.isOfferedTo(call.client)) return this.#callPromptTool(params, call);
    if (isTool || this.isOffered) return this.#callTool(params, call);
    return Promise.reject(new RequestError('Method not found', { code: -32601 }));
  }

  #callPromptTool(params: CallToolParams | undefined, call: CallOptions): Promise<CallToolResult> {
    const { promptTools } = this.#inside.state.served;
    const prompt = promptTools.target(params?.name, call.client);
    if (prompt !== undefined) return this.#callPrompt(prompt, params?.arguments, call);
    const paired = promptTools.pairedTool(params?.name, call.client);
    return paired === undefined ? this.#callTool(params, call) : this.#callPaired(paired, params?.arguments, call);
  }

  #callTool(params: CallToolParams | undefined, call: CallOptions): Promise<CallToolResult> {
    const { state } = this.#inside;
    const request = state.request(state.served.tools.target(params?.name), 'callMs', call);
    const answer = state.engine.run(
      state.calls.callTool,
      { name: request.asked ?? '', arguments: params?.arguments },
      request,
    );
    return answer.catch((error: unknown) => {
      return failedResult(error, { client: request.client, step: request.stepOf(error) });
    });
  }

  /** @param input the unchecked arguments */
  #callPrompt(prompt: Target, input: unknown, call: CallOptions): Promise<CallToolResult> {
    const { state } = this.#inside;
    const request = state.request(prompt, 'renderMs', call);
    const answer = state.engine.run(state.calls.getAsTool, { name: request.asked ?? '', arguments: input }, request);
    return answer.then(promptToolResult, (error: unknown) => failedPromptTool(error, request));
  }

  /** Calls a tool of the pair that stands for all prompts. */
  #callPaired(tool: Tool, input: unknown, call: CallOptions): Promise<CallToolResult> {
    const { name, arguments: args, cursor }: Readonly<Record<string, unknown>> = Object(input);
    const { state } = this.#inside;
    const { promptTools, prompts } = state.served;
    const { pairCatalogue } = promptTools;
    if (tool !== LIST_PROMPTS) return this.#callPrompt(pairCatalogue.target(name), args, call);
    prompts.isListed = true;
    const request = state.request(pairCatalogue.listTarget, 'listMs', call);
    const page = state.engine.run(pairCatalogue, cursor === undefined ? {} : { cursor: cursor as string }, request);
    return page.then(promptPage, (error: unknown) => failedPromptTool(error, request));
  }

  /**
   * Calls a tool in process. The arguments are typed values, and must pass the rules of the arguments class.
   * @throws {RequestError} for every failure, including those that are results for clients
   */
  run<Args extends object>(
    type: ToolClass<Args>,
    args: NoInfer<Partial<Args>>,
    call?: CallOptions,
  ): Promise<CallToolResult>;
  /** Calls a method that is a tool. */
  run<Handler extends object, Method extends MethodName<Handler>>(
    type: InjectableClass<Handler>,
    method: Method,
    args: MethodArguments<Handler, Method>,
    call?: CallOptions,
  ): Promise<CallToolResult>;
  async run(type: InjectableClass<object>, ...parameters: readonly unknown[]): Promise<CallToolResult> {
    const { state } = this.#inside;
    const { method, args, call } = parseTypedCall(parameters);
    const source = new ClassSource(state.served.tools, type, method);
    const request = state.request(source, 'callMs', call);
    return state.engine.run(state.calls.runTool, { name: source.name, arguments: args }, request);
  }
}

/** The result for a prompt as a tool that has failed. A prompt or a page that does not exist is an argument's fault. */
function failedPromptTool(error: unknown, request: Request): CallToolResult {
  const isArgument = error instanceof NotFoundError || error instanceof InvalidCursorError;
  return failedResult(error, { client: request.client, step: isArgument ? 'call' : request.stepOf(error) });
}
