import type { CallOptions, Client } from '../api/context.js';
import { type Resolver, withoutContainer } from '../api/resolver.js';
import type { Binding } from '../arguments/argument-plan.js';
import type { Origin } from '../arguments/argument-type.js';
import { ask } from '../asking/ask.js';
import type { Definition } from '../definition/definition.js';
import { Verdicts, type Visibility } from '../definition/visibility.js';
import { InternalError, type KindName, NotFoundError, type RequestError, TimeoutError } from '../errors.js';
import type { Limits } from '../limits.js';
import type { Logger } from '../logging/logger.js';
import { forgettable, isPending } from '../pending.js';
import { clip } from '../text/clip.js';
import type { Awaitable, Class } from '../types.js';
import type { ValidatorClass } from '../validation/validation-rules.js';
import { ClientChannel } from './client-channel.js';
import { failureOf, type Step } from './failure.js';
import { HandlerContext } from './handler-context.js';
import { Lifetime } from './lifetime.js';
import { RequestLog } from './request-log.js';

/** What the runtime gives to all its requests. */
export interface RuntimeServices {
  readonly limits: Limits;
  readonly logger: Logger;
  readonly resolver: Resolver;
  readonly messageOf?: Binding['messageOf'];
}

/** Where a request finds the definition that it asks for. */
export interface DefinitionSource {
  /** The definition that answers for a name; nothing if the caller may not know of one. */
  find(name: string, request: Request): Definition | undefined;
  /** The error for a name that is not found. */
  unknown(name: string | undefined, request: Request): NotFoundError;
}

/** What a request asks for. */
export interface Target {
  readonly kind: KindName;
  /** The name as the client sent it: it may be missing, and need not be a string. */
  readonly name: unknown;
  readonly source: DefinitionSource | undefined;
  /** How logs and errors name the request. */
  subjectOf(name: string | undefined): string;
  /** The error as the client's revision has it. */
  errorFor?(error: RequestError, client: Client | undefined): RequestError;
}

/** One request while it runs. */
export class Request {
  readonly call: CallOptions;
  readonly services: RuntimeServices;
  readonly context: HandlerContext;
  readonly kind: KindName;
  /** The name that was asked for; nothing in a list, and if it is no text. */
  asked: string | undefined;
  /** What the request is doing, for the report of a failure. */
  step: Step = 'find';
  /** Constructs the handler, and the validators of its arguments. */
  resolver: Resolver;
  readonly #target: Target;
  readonly #limitMs: number;
  /** Made when something has to be waited for: most requests are answered at once. */
  #lifetime: Lifetime | undefined;
  #end: { readonly failure: unknown } | undefined;
  #found: { readonly definition: Definition | undefined } | undefined;
  #verdicts: Verdicts | undefined;
  #channel: ClientChannel | undefined;
  #log: RequestLog | undefined;

  constructor(target: Target, services: RuntimeServices, limitMs: number, call: CallOptions) {
    this.call = call;
    this.services = services;
    this.resolver = services.resolver;
    this.kind = target.kind;
    this.#target = target;
    this.#limitMs = limitMs;
    this.asked = typeof target.name === 'string' ? target.name : undefined;
    this.context = new HandlerContext(this);
  }

  get subject(): string {
    return this.#target.subjectOf(this.asked === undefined ? undefined : clip(this.asked));
  }

  get client(): Client | undefined {
    return this.call.client;
  }

  get lifetime(): Lifetime {
    if (this.#lifetime !== undefined) return this.#lifetime;
    const lifetime = (this.#lifetime = new Lifetime(this, this.#limitMs));
    if (this.#end !== undefined) lifetime.end(this.#end.failure); // Abandoned work may still ask.
    return lifetime;
  }

  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  /** The definition, looked up when it is first needed: from then on it is the same. */
  get definition(): Definition | undefined {
    if (this.#found !== undefined) return this.#found.definition;
    const { asked } = this;
    const definition = asked === undefined ? undefined : this.#target.source?.find(asked, this);
    this.#found = { definition };
    this.resolver = definition?.resolver ?? this.resolver;
    return definition;
  }

  /** Asks for another name of the same definition: an interceptor must not reach what has interceptors of its own. */
  redirect(name: unknown): void {
    const { definition } = this;
    this.asked = typeof name === 'string' ? name : undefined;
    this.#found = undefined;
    if (this.definition !== definition) this.#found = { definition: undefined };
  }

  /** The error for a definition that there is not, or that the caller may not know of. */
  unknown(): NotFoundError {
    return this.#target.source?.unknown(this.asked, this) ?? new NotFoundError(this.kind, this.asked);
  }

  /** Whether the caller may know of what has this rule. */
  allows(rule: Visibility | undefined): boolean {
    if (rule === undefined) return true;
    this.#verdicts ??= new Verdicts(this.context, (error) =>
      this.log.report('could not decide who may see a definition', error),
    );
    return this.#verdicts.allows(rule);
  }

  /** The ways to the client before the answer; made when they are first needed. */
  get channel(): ClientChannel {
    return (this.#channel ??= new ClientChannel(this, HandlerContext.waysOf(this.call)));
  }

  get log(): RequestLog {
    return (this.#log ??= new RequestLog(this));
  }

  get elicit(): CallOptions['elicit'] {
    return this.channel.elicit;
  }

  ask<Args extends object>(type: Class<Args>, message: string): Promise<Args> {
    return forgettable(ask(this, type, message));
  }

  /** Continues with what the work comes to: at once, unless it has to be waited for. */
  after<T, Next>(work: Awaitable<T>, goOn: (value: T) => Awaitable<Next>): Awaitable<Next> {
    return isPending(work) ? this.lifetime.within(work).then(goOn) : goOn(work);
  }

  /** How arguments are bound for this request. */
  binding(name: string, origin: Origin): Binding {
    const { limits, messageOf } = this.services;
    const { resolver, context } = this;
    const makeValidator = resolver === withoutContainer ? undefined : (type: ValidatorClass) => resolver(type, context);
    return { kind: this.kind, name, origin, limits, messageOf, makeValidator };
  }

  /**
   * Does the work of the request, which is over then, however it ends.
   * @throws what the client gets to see of an error
   */
  async run<T>(work: () => Awaitable<T>): Promise<T> {
    let failure: unknown;
    try {
      this.call.signal?.throwIfAborted();
      const done = work();
      return isPending(done) ? await done : done; // An `await` costs a turn even if there is nothing to wait for.
    } catch (error) {
      failure = this.failure(error);
      if (failure === this.call.signal?.reason) this.log.cancelled(failure);
      throw failure;
    } finally {
      this.#end = { failure };
      this.#channel?.flush();
      this.#lifetime?.end(failure);
    }
  }

  /** What the client gets to see of an error; the log has the rest. */
  failure(error: unknown): unknown {
    const { signal } = this.call;
    if (signal?.aborted && error === signal.reason) return error;
    const { answerBytes: maxLength } = this.services.limits;
    const failure = failureOf(error, { subject: clip(this.asked ?? ''), step: this.step, maxLength });
    if (failure instanceof InternalError) this.log.failed(failure);
    return this.#target.errorFor?.(failure, this.client) ?? failure;
  }

  timeout(limitMs: number): RequestError {
    const { asked, kind } = this;
    const isNamed = asked !== undefined && kind !== 'resource'; // What a URI holds need not be fit for all.
    return new TimeoutError(this.subject, limitMs, isNamed ? { [kind]: clip(asked) } : {});
  }
}
