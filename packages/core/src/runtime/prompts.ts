import type { CallOptions } from '../api/context.js';
import { ClassSource } from '../catalogue/class-source.js';
import type { PromptClass } from '../prompt/prompt-handler.js';
import type { GetPromptParams, GetPromptResult, ListPromptsParams, ListPromptsResult } from '../protocol.js';
import { memberOf } from '../request/params.js';
import { Request } from '../request/request.js';
import type { RuntimeInside } from './runtime-state.js';

/** The prompt methods of the specification, and the typed call of a prompt in process. */
export class Prompts {
  readonly #inside: RuntimeInside;

  constructor(inside: RuntimeInside) {
    this.#inside = inside;
  }

  /**
   * Answers `prompts/list`, a page at a time, in the order of the names. The result is frozen, unless an interceptor made
   * it: then it is marked as being for this caller alone.
   * @throws {InvalidCursorError} for a cursor that no page came with
   */
  list(params?: ListPromptsParams, call: CallOptions = {}): Promise<ListPromptsResult> {
    const { engine, services, served } = this.#inside.state;
    const { prompts } = served;
    return engine.run(prompts, params ?? {}, new Request(prompts.listing, services, services.limits.listMs, call));
  }

  /**
   * Answers `prompts/get`, whatever the client may have sent as its parameters.
   * @throws {RequestError} that is fit for the client
   */
  get(params: GetPromptParams | undefined, call: CallOptions = {}): Promise<GetPromptResult> {
    const { engine, services, served, get } = this.#inside.state;
    const target = served.prompts.target(memberOf(params, 'name'));
    const request = new Request(target, services, services.limits.renderMs, call);
    return engine.run(get, { name: request.asked ?? '', arguments: memberOf(params, 'arguments') }, request);
  }

  /**
   * Renders a prompt in process, with the values and the rules that its arguments class declares.
   * @throws {RequestError} as `get` does; `InvalidArgumentsError` also if an argument is missing
   */
  async render<Args extends object>(
    type: PromptClass<Args>,
    args: NoInfer<Partial<Args>>,
    call: CallOptions = {},
  ): Promise<GetPromptResult> {
    const { engine, services, served, render } = this.#inside.state;
    const source = new ClassSource(served.prompts, type);
    const request = new Request(source, services, services.limits.renderMs, call);
    return engine.run(render, { name: source.name, arguments: args }, request);
  }
}
