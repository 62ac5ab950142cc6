import type { CallOptions } from '../api/context.js';
import { ClassSource } from '../catalogue/class-source.js';
import type { CallToolParams, CallToolResult, ListToolsParams, ListToolsResult } from '../protocol.js';
import { Request } from '../request/request.js';
import { failedResult } from '../tool/failed-result.js';
import type { ToolClass } from '../tool/tool-handler.js';
import type { RuntimeInside } from './runtime-state.js';

/** The specification's tool methods, and the typed calls of tools in process. */
export class Tools {
  readonly #inside: RuntimeInside;

  constructor(inside: RuntimeInside) {
    this.#inside = inside;
  }

  /** Whether there are tools, or the runtime was given a list of tools that is empty so far. */
  get isOffered(): boolean {
    return this.#inside.state.offersTools;
  }

  /**
   * Answers `tools/list`, a page at a time, ordered by name. The result is frozen, unless an interceptor has changed it;
   * such a page is marked private.
   * @throws {InvalidCursorError} if no page came with this cursor
   */
  list(params?: ListToolsParams, call: CallOptions = {}): Promise<ListToolsResult> {
    const { engine, services, served } = this.#inside.state;
    const { tools } = served;
    return engine.run(tools, params ?? {}, new Request(tools.listing, services, services.limits.listMs, call));
  }

  /**
   * Answers `tools/call`, with unchecked parameters from the client. What the tool fails with is a result with `isError`;
   * so are refused arguments, except for clients before 2025-11-25.
   * @throws {RequestError} that is fit for the client, if there is no such tool or an interceptor refuses the call
   */
  call(params: CallToolParams | undefined, call: CallOptions = {}): Promise<CallToolResult> {
    const { engine, services, served, callTool } = this.#inside.state;
    const request = new Request(served.tools.target(params?.name), services, services.limits.callMs, call);
    const answer = engine.run(callTool, { name: request.asked ?? '', arguments: params?.arguments }, request);
    return answer.catch((error: unknown) => {
      return failedResult(error, { client: request.client, step: request.stepOf(error) });
    });
  }

  /**
   * Calls a tool in process. The arguments are typed values, and must pass the rules of the arguments class.
   * @throws {RequestError} for everything that fails, also what is a result for clients
   */
  async run<Args extends object>(
    type: ToolClass<Args>,
    args: NoInfer<Partial<Args>>,
    call: CallOptions = {},
  ): Promise<CallToolResult> {
    const { engine, services, served, runTool } = this.#inside.state;
    const source = new ClassSource(served.tools, type);
    const request = new Request(source, services, services.limits.callMs, call);
    return engine.run(runTool, { name: source.name, arguments: args }, request);
  }
}
