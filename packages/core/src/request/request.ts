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
import { VisibilityResults, type Visibility } from '../definition/visibility.js';
import { InsufficientScopeError, InternalError, type KindName, NotFoundError, type RequestError } from '../errors.js';
import { withIgnoredRejection, isPromise } from '../promises.js';
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
  /** Returns the definition with a name; `undefined` if the caller may not see one. */
  find(name: string, request: Request): Definition | undefined;
  notFoundError(name: string | undefined, request: Request): NotFoundError;
  /** Whether selectors choose among versions of a name. */
  isSelectable?(name: string): boolean;
}

/** The requested definition or list, and the source in which definitions are looked up. */
export interface Target {
  readonly kind: KindName;
  /** The unchecked name, which may be missing or not a string. */
  readonly name: unknown;
  readonly source: DefinitionSource | undefined;
  readonly limit: TimeLimit;
  /**
   * The definition that the client has called, if its kind differs from `kind`: the tool through which a prompt is
   * called. Errors name the tool if the caller may not see the prompt.
   */
  readonly called?: { readonly kind: KindName; readonly name: string };
  /** Returns the subject of log lines and errors. */
  subjectOf(name: string | undefined, definition?: Definition): string;
  /** Converts an error to the form that the client's protocol revision uses. */
  errorFor?(error: RequestError, client: Client | undefined): RequestError;
}

/** Creates the target of a request that names no definition. */
export function targetWithoutName(kind: KindName, limit: TimeLimit, subject: string): Target {
  return { kind, name: undefined, source: undefined, limit, subjectOf: () => subject };
}

/** The internal errors that have been logged, because one error may pass through several nested requests. */
const reportedErrors = new WeakSet<InternalError>();

export class Request {
  readonly call: CallOptions;
  readonly services: RuntimeServices;
  readonly context: HandlerContext;
  readonly kind: KindName;
  /** The requested name; `undefined` for lists, or if it is not a string. */
  requested: string | undefined;
  /** The current step, for reports of failures. */
  step: Step = 'find';
  readonly #target: Target;
  /** Created lazily, because most requests are answered without waiting. */
  #lifetime: Lifetime | undefined;
  #ending: { readonly failure: unknown } | undefined;
  #firstFailure: { readonly error: unknown; readonly step: Step } | undefined;
  #lookupResult: { readonly definition: Definition | undefined } | undefined;
  #verdicts: VisibilityResults | undefined;
  #choices: VersionChoices | undefined;
  #channel: ClientChannel | undefined;
  /** The readers and selectors whose problems were reported. */
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

  /**
   * Creates a request by the same caller, for later checks. The new request keeps only the client, session, identity
   * and bag, so that the rest of the call can be garbage-collected.
   */
  forCaller(): Request {
    const { client, sessionId, auth, bag } = this.context;
    return new Request(this.#target, this.services, { client, sessionId, auth, bag });
  }

  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  /** The client's deviations from the specification. */
  get profile(): ClientProfile {
    return this.#profile ?? this.services.clients.of(this.client);
  }

  /** Finds the profile of a client that requests a prompt. Also takes the arguments into account. */
  recognizeClient(args: unknown): void {
    this.#profile = this.services.clients.recognize(this.client, args);
  }

  get subject(): string {
    return this.#target.subjectOf(
      this.requested === undefined ? undefined : clip(this.requested),
      this.#lookupResult?.definition,
    );
  }

  get client(): Client | undefined {
    return this.call.client;
  }

  get lifetime(): Lifetime {
    if (this.#lifetime !== undefined) return this.#lifetime;
    const lifetime = (this.#lifetime = new Lifetime(this, this.services.limits[this.#target.limit]));
    if (this.#ending !== undefined) lifetime.end(this.#ending.failure); // Work after the end gets an ended lifetime.
    return lifetime;
  }

  get choices(): VersionChoices {
    return (this.#choices ??= new VersionChoices(this.context.bag));
  }

  /**
   * Calls `lookUp`. If the result depends on versions that selectors are still choosing, waits for the selectors and
   * calls `lookUp` again.
   */
  async lookUp<T>(lookUp: () => T): Promise<T> {
    const found = lookUp();
    const pendingChoice = this.#choices?.pending;
    if (pendingChoice === undefined) return found;
    await this.lifetime.waitFor(pendingChoice);
    return this.lookUp(lookUp);
  }

  /** Returns the definition, once selectors have chosen its version. */
  async find(): Promise<Definition | undefined> {
    const { definition } = this;
    if (this.#choices?.pending === undefined) return definition;
    return this.lookUp(() => {
      this.#lookupResult = undefined;
      return this.definition;
    });
  }

  /**
   * Chooses the version before interceptors read `call.definition`. Visibility is checked again later, because
   * interceptors may change the data that it depends on.
   */
  async chooseVersion(): Promise<void> {
    if (this.requested === undefined || this.#target.source?.isSelectable?.(this.requested) !== true) return;
    await this.find();
    this.#lookupResult = undefined;
    this.#verdicts = undefined;
  }

  /**
   * The definition, looked up when first read. While a selector is still choosing, this is the highest release. `find`
   * waits for the choice.
   */
  get definition(): Definition | undefined {
    this.#lookupResult ??= {
      definition: this.requested === undefined ? undefined : this.#target.source?.find(this.requested, this),
    };
    return this.#lookupResult.definition;
  }

  /** The resolver of the handler and of the validators of its arguments. */
  get resolver(): Resolver {
    return this.#lookupResult?.definition?.resolver ?? this.services.resolver;
  }

  /** Forgets the definition, the visibility results and the chosen versions, so that all are determined again. */
  forgetDefinition(): void {
    this.#lookupResult = undefined;
    this.#verdicts = undefined;
    this.#choices?.forget();
    this.#choices = undefined;
  }

  /**
   * Redirects the request to a different URI of the same definition. A URI of a different definition counts as not
   * found, because that definition's interceptors have not run.
   */
  async redirect(name: unknown): Promise<void> {
    const { definition } = this;
    this.requested = typeof name === 'string' ? name : undefined;
    this.#lookupResult = undefined;
    if ((await this.find()) !== definition) this.#lookupResult = { definition: undefined };
  }

  /** Creates the error for a definition that does not exist or is hidden from the caller. */
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
    const report = (error: unknown) => this.report('could not decide whether the caller may see a definition', error);
    return (this.#verdicts ??= new VisibilityResults(this.context, report)).allows(rule);
  }

  get channel(): ClientChannel {
    return (this.#channel ??= new ClientChannel(this, HandlerContext.clientFunctionsOf(this.call)));
  }

  report(problem: string, cause: unknown): void {
    this.services.logger.error(`${this.subject} ${problem}`, ...optionalArgument(cause));
  }

  /** Reports a problem, once per reader or selector. */
  reportOnce(source: object, problem: string, cause: unknown): void {
    this.#reported ??= new Set();
    if (!this.#reported.has(source)) this.report(problem, cause);
    this.#reported.add(source);
  }

  ask<Args extends object>(type: Class<Args>, message: string): Promise<Args> {
    this.channel.hasAsked = true; // Set first: a handler may return without waiting for the user.
    return withIgnoredRejection(ask(this, type, message));
  }

  /** Waits for the application's work until the caller aborts or the deadline passes. */
  waitFor<T>(work: Awaitable<T>): Awaitable<T> {
    return isPromise(work) ? this.lifetime.waitFor(work) : work; // Synchronous work needs no timer.
  }

  binding(name: string, origin: Origin): Binding {
    const { limits, messageOf } = this.services;
    const { resolver, context } = this;
    const construct = resolver === defaultResolver ? undefined : (type: ValidatorClass) => resolver(type, context);
    return { kind: this.kind, name, origin, limits, messageOf, construct };
  }

  /** Ends the request, before its result or failure is sent. */
  end(failure?: unknown): void {
    this.#ending = { failure };
    this.#channel?.flush();
    this.#lifetime?.end(failure);
  }

  /** Ends the request after an error. Returns the error that the client gets. */
  fail(error: unknown): unknown {
    const failure = this.failure(error);
    // Logs the reason that a client may give for cancelling (basic/utilities/cancellation).
    if (typeof failure === 'string' && failure === this.call.signal?.reason)
      this.services.logger.debug(`${this.subject} was cancelled: ${clip(failure)}`);
    this.end(failure);
    return failure;
  }

  /** Returns the error for the client. Logs details that the client must not see. */
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

  /** Returns the step in which an error was first thrown; `undefined` if this request did not throw it. */
  stepOf(error: unknown): Step | undefined {
    return this.#firstFailure?.error === error ? this.#firstFailure?.step : undefined;
  }

  timeout(limitMs: number): RequestError {
    const called = this.#lookupResult?.definition === undefined ? this.#target.called : undefined;
    return timeoutError(this.subject, limitMs, called ?? { kind: this.kind, name: this.requested });
  }
}

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

/** The context that handlers receive. It exposes only the documented interface, not the request itself. */
class HandlerContext extends RequestContext {
  // Own properties, so that `{ ...context, signal }` copies them.
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
    this.auth = call.auth as Auth | undefined; // `AuthInput` allows claims of any class.
    this.meta = call.meta ?? NO_META;
    this.bag = call.bag ?? {};
    this.#owner = owner;
  }

  /**
   * Returns the functions that send to the client. If `call` is the context of an enclosing request, these are that
   * request's functions.
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
