import type { Client } from '../api/context.js';
import type { Answer } from '../api/calls.js';
import type { Origin } from '../arguments/argument-type.js';
import { normalizeHostArguments } from '../arguments/argument-plan.js';
import { askAgain } from '../asking/ask.js';
import type { Definition } from '../definition/definition.js';
import type { Answers, AnswerServices, Kind } from '../definition/kind.js';
import { VERSION } from '../definition/list-entry.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { callMethod } from './invocation.js';
import type { Operation } from './engine.js';

/** The parameters of a call, as far as the engine reads them. */
export interface CallParams {
  /** The requested name; resources have a URI instead. */
  readonly name?: string;
  readonly uri?: string;
  readonly arguments?: unknown;
}

/** The arguments of a call that a framework answered without binding it. */
const NO_ARGUMENTS = Object.freeze({});

/** Runs a request through its handler: bind, construct, call, check. */
export class HandlerCall<Result extends Answer> implements Operation<CallParams, Result> {
  readonly method: string;
  readonly #kind: Kind<Result>;
  readonly #answers: Answers<Result>;
  readonly #origin: Origin;
  readonly #askForMissing: boolean;

  /**
   * @param origin the origin of the arguments
   * @param askForMissing whether to ask the user for arguments that are missing or wrong
   */
  constructor(kind: Kind<Result>, services: AnswerServices, origin: Origin, askForMissing = false) {
    this.method = kind.methods.call;
    this.#kind = kind;
    this.#answers = kind.answers(services);
    this.#origin = origin;
    this.#askForMissing = askForMissing;
  }

  admit(params: CallParams, request: Request): void {
    const { definition, call } = request;
    if (definition !== undefined) this.#kind.admit?.(definition.specifics, params.arguments, call);
  }

  async answer(params: CallParams, request: Request): Promise<Result> {
    if (params.uri !== undefined && params.uri !== (request.asked ?? '')) await request.redirect(params.uri);
    const { definition } = request;
    if (definition === undefined) throw request.unknown();
    if (definition.deprecated !== undefined) this.#warnOfDeprecation(definition, request);
    const { asked, context } = request;
    const { name: method, takesContextOnly } = definition.method;
    let args: object = NO_ARGUMENTS;
    const bind = async () => {
      args = await request.within(this.#bind(definition, params, request));
      if (takesContextOnly) return [context];
      return [this.#kind.readerUriOf?.(asked, definition.specifics) ?? args, context];
    };
    const output = await callMethod({ definition, method, bind, step: 'call' }, request);
    const { name, arguments: plan, version, specifics } = definition;
    const checked = await request.within(this.#answers.check(output, { name, plan, args, specifics, request, asked }));
    return version === undefined ? checked : { ...checked, _meta: { ...checked._meta, [VERSION]: version } };
  }

  recheck(answer: unknown, request: Request): Awaitable<Result> {
    const { definition } = request;
    if (definition === undefined) return this.#answers.recheck(answer, undefined);
    const { name, arguments: plan, specifics } = definition;
    return this.#answers.recheck(answer, { name, plan, specifics, request });
  }

  forClient(answer: Result, client: Client | undefined): Result {
    return this.#answers.forClient(answer, client);
  }

  #bind(definition: Definition, params: CallParams, request: Request): Awaitable<object> {
    const { name, arguments: plan, specifics } = definition;
    const origin = this.#origin;
    const binding = request.binding(name, this.#kind.originOf?.(origin, specifics) ?? origin);
    const { asked, call } = request;
    const named = origin === 'text' ? this.#kind.argumentsOf?.(asked, specifics) : undefined;
    const isFromHost = origin === 'text' && call.client !== undefined;
    const input =
      named ?? (isFromHost ? normalizeHostArguments(request.profile, params.arguments, plan) : params.arguments);
    if (!this.#askForMissing) return plan.bind(input, binding);
    const bound = (async () => plan.bind(input, binding))();
    return bound.catch((refusal: unknown) => askAgain(request, definition, input, refusal));
  }

  #warnOfDeprecation({ name, version, deprecated }: Definition, { services }: Request): void {
    const subject = this.#kind.subjectOf(version === undefined ? name : `${name}@${version}`);
    services.monitor.warnOnce(`${subject} is deprecated but still used: ${deprecated}`);
  }
}
