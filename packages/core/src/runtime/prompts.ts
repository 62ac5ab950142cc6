import type { CallOptions } from '../api/context.js';
import { hasPlaceholders } from '../arguments/host-arguments.js';
import { AnswerAwaitedError } from '../asking/answer-awaited-error.js';
import { ClassSource } from '../catalogue/class-source.js';
import { deferral } from '../prompt-tools/deferral.js';
import type { PromptClass } from '../prompt/prompt-handler.js';
import type { GetPromptParams, GetPromptResult, ListPromptsParams, ListPromptsResult } from '../protocol.js';
import { Request } from '../request/request.js';
import type { RuntimeInside } from './runtime-state.js';

type Texts = Readonly<Record<string, unknown>>;

/** The specification's prompt methods, and the typed rendering of prompts in process. */
export class Prompts {
  readonly #inside: RuntimeInside;

  constructor(inside: RuntimeInside) {
    this.#inside = inside;
  }

  /**
   * Answers `prompts/list`, a page at a time, ordered by name. The result is frozen, unless an interceptor has changed
   * it; such a page is marked private.
   * @throws {InvalidCursorError} if no page came with this cursor
   */
  list(params?: ListPromptsParams, call: CallOptions = {}): Promise<ListPromptsResult> {
    const { engine, services, served } = this.#inside.state;
    const { prompts } = served;
    return engine.run(prompts, params ?? {}, new Request(prompts.listing, services, services.limits.listMs, call));
  }

  /**
   * Answers `prompts/get`, with unchecked parameters from the client.
   * @throws {RequestError} that is fit for the client
   */
  get(params: GetPromptParams | undefined, call: CallOptions = {}): Promise<GetPromptResult> {
    const { engine, services, served, get } = this.#inside.state;
    const target = served.prompts.target(params?.name);
    const request = new Request(target, services, services.limits.renderMs, call);
    const answer = engine.run(get, { name: request.asked ?? '', arguments: params?.arguments }, request);
    const given: unknown = params?.arguments;
    if (call.client === undefined || !hasPlaceholders(given)) return answer;
    return answer.catch((error: unknown) => this.#deferred(error, given, request));
  }

  /** What a host gets whose placeholders a prompt refuses. */
  #deferred(error: unknown, given: Texts, request: Request): GetPromptResult {
    const { promptTools } = this.#inside.state.served;
    const { definition, client, profile } = request;
    const isMeant = profile.sendsPlaceholders === true && isOfPrompt(error, request);
    const tool = isMeant && definition !== undefined ? promptTools.callOf(definition, client) : undefined;
    if (tool === undefined) throw error;
    return deferral(tool, given);
  }

  /**
   * Renders a prompt in process. The arguments are typed values, and must pass the rules of the arguments class.
   * @throws {RequestError} as `get` does; `InvalidArgumentsError` also if a required argument is missing
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

/** Whether a prompt itself has failed, or refused its arguments, and not what stands before it. */
function isOfPrompt(error: unknown, request: Request): boolean {
  const step = request.stepOf(error);
  const isInside = step === 'check' || step === 'construct' || step === 'call';
  return isInside && !(error instanceof AnswerAwaitedError);
}
