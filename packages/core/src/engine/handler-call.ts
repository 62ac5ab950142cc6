import type { Client } from '../api/context.js';
import type { Answer } from '../api/interceptor.js';
import type { Origin } from '../arguments/argument-type.js';
import { askAgain } from '../asking/ask.js';
import type { Definition } from '../definition/definition.js';
import type { Answers, Kind } from '../definition/kind.js';
import { VERSION } from '../definition/list-entry.js';
import type { Logger } from '../logging/logger.js';
import { isPending } from '../pending.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { Invocation } from './invocation.js';
import type { Operation } from './operation.js';

/** The parameters of a call, as far as the engine reads them. */
export interface CallParams {
  /** The requested name; resources have a URI instead. */
  readonly name?: string;
  readonly uri?: string;
  readonly arguments?: unknown;
}

/** The arguments of a call that a framework answered without binding it. */
const NO_ARGUMENTS = Object.freeze({});

interface HandlerCallOptions {
  /** Where the arguments come from. */
  readonly origin: Origin;
  /** Whether the user is asked for arguments that are missing or wrong. */
  readonly askForMissing: boolean;
  readonly services: { readonly logger: Logger };
  /** The logged deprecations, shared by all handler calls of a runtime. */
  readonly logged: Set<string>;
}

/** Runs a request through its handler: bind, construct, call, check. */
export class HandlerCall<Result extends Answer> implements Operation<CallParams, Result> {
  readonly method: string;
  readonly #kind: Kind<Result>;
  readonly #answers: Answers<Result>;
  readonly #options: HandlerCallOptions;

  constructor(kind: Kind<Result>, answers: Answers<Result>, options: HandlerCallOptions) {
    this.method = kind.methods.call;
    this.#kind = kind;
    this.#answers = answers;
    this.#options = options;
  }

  answer(params: CallParams, request: Request): Awaitable<Result> {
    if (params.uri !== undefined && params.uri !== (request.asked ?? '')) request.redirect(params.uri);
    const { definition } = request;
    if (definition === undefined) throw request.unknown();
    if (definition.deprecated !== undefined) this.#logDeprecation(definition);
    if (request.resolver.invoke !== undefined && definition.instance === undefined)
      return this.#invoke(definition, params, request);
    request.step = 'check';
    const args = this.#bind(definition, params, request);
    // Most steps complete synchronously: avoid a promise per step.
    if (!isPending(args)) return this.#construct(definition, args, request);
    return request.lifetime.within(args).then((bound) => this.#construct(definition, bound, request));
  }

  recheck(answer: unknown): Result {
    return this.#answers.recheck(answer);
  }

  fit(answer: Result, client: Client | undefined): Result {
    return this.#answers.fit(answer, client);
  }

  /** Leaves the steps to the framework behind the resolver. */
  #invoke(definition: Definition, params: CallParams, request: Request): Awaitable<Result> {
    const { handlerMethod } = this.#kind;
    const bind = () => request.after(this.#bind(definition, params, request), (args) => [args, request.context]);
    const invocation = new Invocation({ definition, method: handlerMethod, bind }, request);
    return request.after(invocation.run(), (output) => {
      const [args = NO_ARGUMENTS] = invocation.params as readonly object[];
      return this.#check(output, args, request, definition);
    });
  }

  #construct(definition: Definition, args: object, request: Request): Awaitable<Result> {
    request.step = 'construct';
    const handler = definition.instance ?? request.resolver(definition.type, request.context);
    if (!isPending(handler)) return this.#call(definition, handler, args, request);
    return request.lifetime.within(handler).then((made) => this.#call(definition, made, args, request));
  }

  #call(definition: Definition, handler: object, args: object, request: Request): Awaitable<Result> {
    request.step = 'call';
    const { asked, context } = request;
    const output = this.#kind.call(handler, args, { asked, context, own: definition.own });
    if (!isPending(output)) return this.#check(output, args, request, definition);
    return request.lifetime.within(output).then((value) => this.#check(value, args, request, definition));
  }

  #check(output: unknown, args: object, { asked }: Request, definition: Definition): Result {
    const { name, arguments: plan, version, own } = definition;
    const result = this.#answers.check(output, { name, plan, args, asked, own });
    if (version === undefined) return result;
    return { ...result, _meta: { ...result._meta, [VERSION]: version } };
  }

  #bind({ name, arguments: plan, own }: Definition, params: CallParams, request: Request): Awaitable<object> {
    const { origin, askForMissing } = this.#options;
    const binding = request.binding(name, origin);
    const given = this.#given(params, request, own);
    if (!askForMissing || origin !== 'text') return plan.bind(given, binding);
    const bound = (async () => plan.bind(given, binding))();
    return bound.catch((refusal: unknown) => askAgain(request, { plan, name, given, refusal }));
  }

  #given({ arguments: given }: CallParams, { asked }: Request, own: object | undefined): unknown {
    const isNamed = this.#options.origin === 'text' && asked !== undefined;
    return (isNamed ? this.#kind.argumentsOf?.(asked, own) : undefined) ?? given;
  }

  /** Logs once that a deprecated definition is still in use. */
  #logDeprecation({ name, version, deprecated }: Definition): void {
    const which = version === undefined ? name : `${name}@${version}`;
    const line = `${this.#kind.subjectOf(which)} is deprecated but still used: ${deprecated}`;
    const { logged, services } = this.#options;
    if (!logged.has(line)) services.logger.warn(line);
    logged.add(line);
  }
}
