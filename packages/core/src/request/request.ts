import {
  type CallOptions,
  type Client,
  type Auth,
  type ContextBag,
  type LogLevel,
  RequestContext,
  type TraceContext,
} from '../api/context.js';
import { type Resolver, defaultResolver } from '../api/resolver.js';
import type { Binding } from '../arguments/argument-plan.js';
import type { Origin } from '../arguments/argument-type.js';
import { ask } from '../asking/ask.js';
import type { ClientProfile } from '../clients/client-profile.js';
import type { Definition } from '../definition/definition.js';
import { Verdicts, type Visibility } from '../definition/visibility.js';
import { InsufficientScopeError, InternalError, type KindName, NotFoundError, type RequestError } from '../errors.js';
import { droppable, isPromise } from '../pending.js';
import { clip } from '../text/strings.js';
import type { Awaitable, Class } from '../types.js';
import type { ValidatorClass } from '../arguments/rule.js';
import { ClientChannel, type ClientFunctions } from './client-channel.js';
import { toClientError, type Step, timeoutError } from './failure.js';
import { Lifetime } from './lifetime.js';
import { VersionChoices } from './version-choices.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import type { Limits, TimeLimit } from '../limits.js';
import type { Monitor } from '../logging/monitor.js';
import type { InterpolationRule } from '../messages/messages.js';
import { optionalArgument, type SafeLogger } from '../logging/logger.js';

export interface DefinitionSource {
  /** The definition for a name; `undefined` if the caller may not see one. */
  find(name: string, request: Request): Definition | undefined;
  notFoundError(name: string | undefined, request: Request): NotFoundError;
  /** Whether selectors choose the version of a name. */
  isSelectable?(name: string): boolean;
}

/** The subject of a request. */
export interface Target {
  readonly kind: KindName;
  /** The name as the client sent it: it may be missing or not a string. */
  readonly name: unknown;
  readonly source: DefinitionSource | undefined;
  /** The limit of the request's time. */
  readonly limit: TimeLimit;
  /**
   * The definition that the client has called, if it is of another kind: the client learns what is behind it only if
   * it may see that.
   */
  readonly called?: { readonly kind: KindName; readonly name: string };
  /** The subject of logs and errors about the request. */
  subjectOf(name: string | undefined, definition?: Definition): string;
  /** The error in the form that the client's revision uses. */
  errorFor?(error: RequestError, client: Client | undefined): RequestError;
}

/** The target of a request that names no definition. */
export function namelessTarget(kind: KindName, limit: TimeLimit, subject: string): Target {
  return { kind, name: undefined, source: undefined, limit, subjectOf: () => subject };
}

/** The internal errors that have been logged: one may pass through several requests. */
const reportedErrors = new WeakSet<InternalError>();

/** One request while it runs. */
export class Request {
  readonly call: CallOptions;
  readonly services: RuntimeServices;
  readonly context: HandlerContext;
  readonly kind: KindName;
  /** The requested name; `undefined` for lists, and if it is not a string. */
  requested: string | undefined;
  /** The current step, for failure reports. */
  step: Step = 'find';
  readonly #target: Target;
  /** Created lazily: most requests are answered without waiting. */
  #lifetime: Lifetime | undefined;
  #ending: { readonly failure: unknown } | undefined;
  #firstFailure: { readonly error: unknown; readonly step: Step } | undefined;
  #lookedUp: { readonly definition: Definition | undefined } | undefined;
  #verdicts: Verdicts | undefined;
  #choices: VersionChoices | undefined;
  #channel: ClientChannel | undefined;
  /** The sources whose problems have been reported. */
  #reported: Set<object> | undefined;
  #profile: ClientProfile | undefined;

  constructor(target: Target, services: RuntimeServices, call: CallOptions = {}) {
    this.call = call;
    this.services = services;
    this.kind = target.kind;
    this.#target = target;
    this.requested = typeof target.name === 'string' ? target.name : undefined;
    this.context = new HandlerContext(this);
  }

  /** Creates a request of the same caller, for later checks. It keeps only the client, session, identity and bag. */
  forCaller(): Request {
    const { client, sessionId, auth, bag } = this.context;
    return new Request(this.#target, this.services, { client, sessionId, auth, bag });
  }

  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  /** How the client departs from the specification. */
  get profile(): ClientProfile {
    return this.#profile ?? this.services.clients.of(this.client);
  }

  /** Recognises the client by the arguments that it sends for a prompt, if not by its name. */
  recognizeClient(args: unknown): void {
    this.#profile = this.services.clients.recognize(this.client, args);
  }

  get subject(): string {
    return this.#target.subjectOf(
      this.requested === undefined ? undefined : clip(this.requested),
      this.#lookedUp?.definition,
    );
  }

  get client(): Client | undefined {
    return this.call.client;
  }

  get lifetime(): Lifetime {
    if (this.#lifetime !== undefined) return this.#lifetime;
    const lifetime = (this.#lifetime = new Lifetime(this, this.services.limits[this.#target.limit]));
    if (this.#ending !== undefined) lifetime.end(this.#ending.failure); // Abandoned work may still read it.
    return lifetime;
  }

  get choices(): VersionChoices {
    return (this.#choices ??= new VersionChoices(this.context.bag));
  }

  /** The result of a look-up, repeated until selectors have chosen among the versions that it depends on. */
  async lookUp<T>(lookUp: () => T): Promise<T> {
    const found = lookUp();
    const pendingChoice = this.#choices?.pending;
    if (pendingChoice === undefined) return found;
    await this.lifetime.waitFor(pendingChoice);
    return this.lookUp(lookUp);
  }

  /** The definition, once selectors have chosen its version. */
  async find(): Promise<Definition | undefined> {
    const { definition } = this;
    if (this.#choices?.pending === undefined) return definition;
    return this.lookUp(() => {
      this.#lookedUp = undefined;
      return this.definition;
    });
  }

  /** Chooses the version before interceptors read `call.definition`. They may still change who may see it. */
  async chooseVersion(): Promise<void> {
    if (this.requested === undefined || this.#target.source?.isSelectable?.(this.requested) !== true) return;
    await this.find();
    this.#lookedUp = undefined;
    this.#verdicts = undefined;
  }

  /**
   * The definition, looked up on first use and then fixed. While a selector is still choosing, which `find` waits for, it
   * is the highest release.
   */
  get definition(): Definition | undefined {
    this.#lookedUp ??= {
      definition: this.requested === undefined ? undefined : this.#target.source?.find(this.requested, this),
    };
    return this.#lookedUp.definition;
  }

  /** Constructs the handler, and the validators of its arguments. */
  get resolver(): Resolver {
    return this.#lookedUp?.definition?.resolver ?? this.services.resolver;
  }

  /** Forgets the definition and the verdicts on who may see it: both are looked up again when they are needed. */
  forgetDefinition(): void {
    this.#lookedUp = undefined;
    this.#verdicts = undefined;
    this.#choices?.forget();
    this.#choices = undefined;
  }

  /** Redirects to another name of the same definition; one with its own interceptors must not be reached this way. */
  async redirect(name: unknown): Promise<void> {
    const { definition } = this;
    this.requested = typeof name === 'string' ? name : undefined;
    this.#lookedUp = undefined;
    if ((await this.find()) !== definition) this.#lookedUp = { definition: undefined };
  }

  /** The error for a definition that does not exist, or that the caller may not see. */
  notFoundError(): NotFoundError {
    return this.#target.source?.notFoundError(this.requested, this) ?? new NotFoundError(this.kind, this.requested);
  }

  /** @throws {InsufficientScopeError} if the caller may see the definition, but not use it */
  checkScopes(): void {
    const rule = this.definition?.visibility;
    if (rule === undefined || rule.permits(this.context)) return;
    throw new InsufficientScopeError(this.kind, clip(this.requested ?? ''), rule.scopes);
  }

  isVisible(rule: Visibility | undefined): boolean {
    if (rule === undefined) return true;
    const report = (error: unknown) => this.report('could not decide who may see a definition', error);
    return (this.#verdicts ??= new Verdicts(this.context, report)).allows(rule);
  }

  /** The channel to the client before the answer, created on first use. */
  get channel(): ClientChannel {
    return (this.#channel ??= new ClientChannel(this, HandlerContext.clientFunctionsOf(this.call)));
  }

  /** Reports a problem to the server's log. */
  report(problem: string, cause: unknown): void {
    this.services.logger.error(`${this.subject} ${problem}`, ...optionalArgument(cause));
  }

  /** Reports a problem of a source once. */
  reportOnce(source: object, problem: string, cause: unknown): void {
    this.#reported ??= new Set();
    if (!this.#reported.has(source)) this.report(problem, cause);
    this.#reported.add(source);
  }

  ask<Args extends object>(type: Class<Args>, message: string): Promise<Args> {
    this.channel.hasAsked = true; // A handler may answer without the user's answer.
    return droppable(ask(this, type, message));
  }

  /** Waits for work of the application, but no longer than the caller and the deadline allow. */
  waitFor<T>(work: Awaitable<T>): Awaitable<T> {
    return isPromise(work) ? this.lifetime.waitFor(work) : work; // Most work needs neither a promise nor a timer.
  }

  binding(name: string, origin: Origin): Binding {
    const { limits, messageOf } = this.services;
    const { resolver, context } = this;
    const constructValidator =
      resolver === defaultResolver ? undefined : (type: ValidatorClass) => resolver(type, context);
    return { kind: this.kind, name, origin, limits, messageOf, constructValidator };
  }

  /** Ends the request, whose answer is sent, or whose failure the client sees. */
  end(failure?: unknown): void {
    this.#ending = { failure };
    this.#channel?.flush();
    this.#lifetime?.end(failure);
  }

  /** Ends the request with an error, and returns the error that the client sees. */
  fail(error: unknown): unknown {
    const failure = this.failure(error);
    // The client may give a reason for cancelling (basic/utilities/cancellation).
    if (typeof failure === 'string' && failure === this.call.signal?.reason)
      this.services.logger.debug(`${this.subject} was cancelled: ${clip(failure)}`);
    this.end(failure);
    return failure;
  }

  /** The error that the client sees; the rest goes to the log. */
  failure(error: unknown): unknown {
    if (this.call.signal?.aborted && error === this.call.signal.reason) return error;
    const { answerBytes: maxLength } = this.services.limits;
    const failure = toClientError(error, clip(this.requested ?? ''), this.step, maxLength);
    if (failure instanceof InternalError) this.#reportInternal(failure);
    if (failure !== this.#firstFailure?.error) this.#firstFailure = { error: failure, step: this.step };
    return this.#target.errorFor?.(failure, this.client) ?? failure;
  }

  #reportInternal(failure: InternalError): void {
    if (!reportedErrors.has(failure)) this.report(`${failure.problem} [${failure.id}]`, failure.cause);
    reportedErrors.add(failure);
  }

  /** The step at which the error was first thrown; `undefined` if the request has not thrown it. */
  stepOf(error: unknown): Step | undefined {
    return this.#firstFailure?.error === error ? this.#firstFailure?.step : undefined;
  }

  timeout(limitMs: number): RequestError {
    const called = this.#lookedUp?.definition === undefined ? this.#target.called : undefined;
    return timeoutError(this.subject, limitMs, called ?? { kind: this.kind, name: this.requested });
  }
}

/** The services that a runtime gives to all its requests. */
export interface RuntimeServices {
  readonly limits: Limits;
  readonly logger: SafeLogger;
  readonly monitor: Monitor;
  readonly resolver: Resolver;
  readonly clients: ClientProfiles;
  readonly messageOf?: Binding['messageOf'];
  readonly interpolation?: InterpolationRule | undefined;
}

interface ContextOwner {
  readonly call: CallOptions;
  readonly lifetime: Lifetime;
  readonly services: { readonly monitor: Monitor };
  readonly channel: ClientChannel;
  ask<Args extends object>(type: Class<Args>, message: string): Promise<Args>;
}

const NO_META = Object.freeze({});

/** The context that handlers get: it exposes the documented interface, but not the request behind it. */
class HandlerContext extends RequestContext {
  // Own members, so that `{ ...context, signal }` keeps the caller.
  override readonly client: Client | undefined;
  override readonly requestId: string | number | undefined;
  override readonly sessionId: string | undefined;
  override readonly auth: Auth | undefined;
  override readonly meta: Readonly<Record<string, unknown>>;
  override readonly bag: ContextBag;
  readonly #owner: ContextOwner;

  constructor(owner: ContextOwner) {
    super();
    const { call } = owner;
    this.client = call.client;
    this.requestId = call.requestId;
    this.sessionId = call.sessionId;
    this.auth = call.auth as Auth | undefined; // Members of any object can be read by name.
    this.meta = call.meta ?? NO_META;
    this.bag = call.bag ?? {};
    this.#owner = owner;
  }

  /**
   * The functions of a call that reach the client. A call with a context uses the functions of the request behind it.
   */
  static clientFunctionsOf(call: CallOptions): ClientFunctions {
    return #owner in call ? call.#owner.channel.functions : call;
  }

  override get signal(): AbortSignal {
    return this.#owner.lifetime.signal;
  }

  override get deadline(): number {
    return this.#owner.lifetime.deadline;
  }

  override get monitor(): Monitor {
    return this.#owner.services.monitor;
  }

  override get hasAsked(): boolean {
    return this.#owner.channel.hasAsked;
  }

  override get trace(): TraceContext {
    const { traceparent, tracestate, baggage } = this.meta;
    return {
      ...(typeof traceparent === 'string' && { traceparent }),
      ...(typeof tracestate === 'string' && { tracestate }),
      ...(typeof baggage === 'string' && { baggage }),
    };
  }

  override progress(progress: number, total?: number, message?: string): void {
    this.#owner.channel.progress(progress, total, message);
  }

  override log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void {
    this.#owner.channel.log(level, message, data);
  }

  override ask<Args extends object>(type: Class<Args>, message: string): Promise<Args> {
    return this.#owner.ask(type, message);
  }

  override restrict(ms: number): void {
    this.#owner.lifetime.restrict(ms);
  }

  override defer(cleanup: () => Awaitable<void>): void {
    this.#owner.lifetime.defer(cleanup);
  }
}
