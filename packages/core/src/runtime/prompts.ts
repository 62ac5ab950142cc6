import type { CallOptions } from '../api/context.js';
import { normalizeHostArguments } from '../arguments/argument-plan.js';
import { ElicitationPendingError } from '../asking/ask.js';
import { ClassSource } from '../catalogue/catalogue.js';
import { placeholdersIn } from '../clients/known-hosts.js';
import { RequestError } from '../errors.js';
import { escapeTemplates } from '../prompt/prompt-result.js';
import { toolCallMessage } from '../prompt-tools/prompt-tools.js';
import { type MethodArguments, type MethodName, parseTypedCall } from '../definition/method-handlers.js';
import type { PromptClass } from '../prompt/prompt.js';
import type { InjectableClass } from '../types.js';
import type { GetPromptParams, GetPromptResult, ListPromptsParams, ListPromptsResult } from '../protocol.js';
import { Request } from '../request/request.js';
import type { RuntimeStateHolder } from './runtime-state.js';

type ArgumentValues = Readonly<Record<string, unknown>>;

/** Answers the protocol's prompt methods, and renders prompts in process. */
export class Prompts {
  readonly #holder: RuntimeStateHolder;

  constructor(holder: RuntimeStateHolder) {
    this.#holder = holder;
  }

  /**
   * Answers `prompts/list`, page by page, ordered by name. The result is frozen, unless an interceptor has changed it.
   * A changed page is marked private.
   * @throws {InvalidCursorError} if this server did not create the cursor
   */
  list(params?: ListPromptsParams, call?: CallOptions): Promise<ListPromptsResult> {
    const { state } = this.#holder;
    const { prompts } = state.served;
    return state.run(prompts, params ?? {}, prompts.listTarget, call);
  }

  /**
   * Answers `prompts/get`. Checks the parameters.
   * @throws {RequestError} with a message that the client may see
   */
  get(params: GetPromptParams | undefined, call: CallOptions = {}): Promise<GetPromptResult> {
    const { state } = this.#holder;
    const request = new Request(state.served.prompts.target(params?.name), state.services, call);
    const args = params?.arguments;
    if (call.client !== undefined) request.recognizeClient(args);
    const answer = state.engine.run(state.calls.get, { name: request.requested ?? '', arguments: args }, request);
    return call.client === undefined ? answer : this.#adaptToHost(answer, args, request);
  }

  #adaptToHost(answer: Promise<GetPromptResult>, args: unknown, request: Request): Promise<GetPromptResult> {
    const { sendsPlaceholders, runsTemplates, hidesErrors } = request.profile;
    const handlesTemplates = sendsPlaceholders === true || runsTemplates === true;
    const adapted = handlesTemplates ? this.#adaptToTemplates(answer, args, request) : answer;
    return hidesErrors === true ? adapted.catch((error: unknown) => errorAsPrompt(error, request)) : adapted;
  }

  /** Adapts a result to a host that treats prompts as templates. */
  async #adaptToTemplates(
    answer: Promise<GetPromptResult>,
    input: unknown,
    request: Request,
  ): Promise<GetPromptResult> {
    const { profile } = request;
    try {
      const result = await answer;
      const plan = request.definition?.arguments;
      const placeholders = placeholdersIn(plan === undefined ? input : normalizeHostArguments(profile, input, plan));
      return profile.runsTemplates === true ? escapeTemplates(result, placeholders) : result;
    } catch (error) {
      const instead = this.#toolCallInstead(error, input, request);
      if (instead === undefined) throw error;
      return instead;
    }
  }

  /**
   * Returns a message that makes the model call the prompt as a tool, if the prompt cannot be rendered with a host's
   * placeholders.
   */
  #toolCallInstead(error: unknown, input: unknown, request: Request): GetPromptResult | undefined {
    const { definition, client, profile } = request;
    const isAboutPlaceholders =
      profile.sendsPlaceholders === true && placeholdersIn(input).size > 0 && failedInHandler(error, request);
    if (!isAboutPlaceholders || definition === undefined) return undefined;
    const call = this.#holder.state.served.promptTools.callFor(definition, client);
    return call && toolCallMessage(call, input as ArgumentValues); // It has placeholders, so it is an object.
  }

  /**
   * Renders a prompt in process. The arguments are typed values that must pass the rules of the arguments class.
   * @throws {RequestError} for the same reasons as `get`; a missing required argument is always an
   * `InvalidArgumentsError`
   */
  render<Args extends object>(
    type: PromptClass<Args>,
    args: NoInfer<Partial<Args>>,
    call?: CallOptions,
  ): Promise<GetPromptResult>;
  render<Handler extends object, Method extends MethodName<Handler>>(
    type: InjectableClass<Handler>,
    method: Method,
    args: MethodArguments<Handler, Method>,
    call?: CallOptions,
  ): Promise<GetPromptResult>;
  async render(type: InjectableClass<object>, ...parameters: readonly unknown[]): Promise<GetPromptResult> {
    const { state } = this.#holder;
    const { method, args, call } = parseTypedCall(parameters);
    const source = new ClassSource(state.served.prompts, type, method);
    return state.run(state.calls.render, { name: source.name, arguments: args }, source, call);
  }
}

/** The codes of errors that the transport or the client must handle itself. */
const TRANSPORT_CODES: ReadonlySet<number> = new Set([-32021, 403]);

/**
 * Converts an error to a prompt, for a host that hides errors.
 * @throws the error if the client must handle it
 */
function errorAsPrompt(error: unknown, { profile, subject }: Request): GetPromptResult {
  const mustThrow = !(error instanceof RequestError) || error instanceof ElicitationPendingError;
  if (mustThrow || TRANSPORT_CODES.has(error.code)) throw error;
  const text = `${subject} was not used: ${error.message}. Report this to the user, and do nothing else.`;
  const result: GetPromptResult = { messages: [{ role: 'user', content: { type: 'text', text } }] };
  return profile.runsTemplates === true ? escapeTemplates(result, new Set()) : result;
}

/** Whether the handler failed or rejected its arguments, as opposed to a failure in an earlier step. */
function failedInHandler(error: unknown, request: Request): boolean {
  const step = request.stepOf(error);
  const isInHandler = step === 'check' || step === 'construct' || step === 'call';
  return isInHandler && !(error instanceof ElicitationPendingError);
}
