import type { Answer, Call, Interceptor, InterceptorEntry, InterceptorHandler, Next } from '../api/calls.js';
import type { Client, DefinitionInfo, RequestContext } from '../api/context.js';
import type { Invocation as PublicInvocation, Resolver } from '../api/resolver.js';
import { normalizeHostArguments } from '../arguments/argument-plan.js';
import type { Origin } from '../arguments/argument-type.js';
import { askForArguments } from '../asking/ask.js';
import type { BoundInterceptor, Definition } from '../definition/definition.js';
import type { Kind } from '../definition/kind.js';
import { VERSION_KEY } from '../definition/list-entry.js';
import { RequestError } from '../errors.js';
import { withIgnoredRejection } from '../promises.js';
import type { Step } from '../request/failure.js';
import type { Request } from '../request/request.js';
import type { Awaitable, InjectableClass } from '../types.js';

interface EngineOptions {
  /** The runtime's interceptors. They run before the interceptors of packs and definitions. */
  readonly interceptors: readonly InterceptorEntry[];
  readonly prepare: ((context: RequestContext, call: Call) => Awaitable<void>) | undefined;
}

/** Runs a request: `prepare`, then the interceptors, then the operation. Finally adapts the result to the client. */
export class Engine {
  readonly #interceptors: readonly BoundInterceptor[];
  readonly #prepare: EngineOptions['prepare'];

  constructor({ interceptors, prepare }: EngineOptions) {
    this.#interceptors = interceptors.map((entry) => ({ entry, owner: '', resolver: undefined }));
    this.#prepare = prepare;
  }

  /** @throws {RequestError} with a message that the client may see */
  async run<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Promise<Result> {
    try {
      request.call.signal?.throwIfAborted();
      if (this.#prepare !== undefined) await this.#prepareFor(createCall(operation, params, request), request);
      request.step = 'find';
      // The definition is looked up as late as possible, because visibility and selectors may read data that `prepare`
      // and the interceptors put into the request's bag.
      await (this.#interceptors.length > 0 ? request.chooseVersion() : request.find());
      const answer = await this.#answer(operation, params, request);
      const { client } = request;
      const adapted = client === undefined ? undefined : operation.adaptToClient?.(answer, client, request);
      request.end();
      return adapted ?? answer;
    } catch (error) {
      throw request.fail(error);
    }
  }

  async #prepareFor(call: Call, request: Request): Promise<void> {
    request.step = 'prepare';
    await request.waitFor(this.#prepare?.(request.context, call));
    request.forgetDefinition(); // `prepare` may have read `call.definition` before filling the bag.
  }

  #answer<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Awaitable<Result> {
    const isIntercepted = this.#interceptors.length > 0 || (request.definition?.interceptors.length ?? 0) > 0;
    if (isIntercepted) return this.#intercept(operation, params, request);
    request.checkScopes();
    if (request.call.checkHeaders !== undefined) operation.admit?.(params, request);
    return operation.answer(params, request);
  }

  /** Runs the interceptors, and checks the result if they may have changed it. */
  async #intercept<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Promise<Result> {
    request.step = 'intercept';
    const sharedAnswers = new Set<unknown>();
    const terminal = async (call: Call) => {
      const answer = await operation.answer(call.params as Params, request);
      if (Object.isFrozen(answer)) sharedAnswers.add(answer);
      return answer;
    };
    const inner = async (call: Call) => {
      await request.find();
      request.checkScopes();
      operation.admit?.(params, request);
      return runChain(request.definition?.interceptors ?? [], call, request, terminal);
    };
    const call = createCall(operation, params, request);
    const answer = await request.lifetime.waitFor(runChain(this.#interceptors, call, request, inner));
    // Other results are checked, because interceptors may have changed an unfrozen result in place.
    return sharedAnswers.has(answer) ? (answer as Result) : request.waitFor(operation.check(answer, request));
  }
}

/**
 * Creates the call that interceptors receive. The cast is needed, because the compiler cannot know that the method
 * determines the type of the parameters.
 */
function createCall({ method }: { readonly method: string }, params: unknown, request: Request): Call {
  return new InterceptedCall(method, params, request) as unknown as Call;
}

/** Answers a call: the next interceptor, or the handler. */
type CallHandler = (call: Call) => Promise<Answer>;

/** Runs interceptors in order, and then `terminal`. Interceptors see only results and errors that a client may see. */
function runChain(
  interceptors: readonly BoundInterceptor[],
  call: Call,
  request: Request,
  terminal: CallHandler,
): Promise<Answer> {
  const [first, ...rest] = interceptors;
  if (first === undefined) return terminal(call);
  const next: Next = (params) => {
    const passed = params === undefined ? call : createCall(call, params, request);
    const answer = runWhileActive(request, () => runChain(rest, passed, request, terminal));
    answer.catch(() => {}); // If an interceptor ignores the promise, a rejection must not end the process.
    return answer;
  };
  return intercept(first, call, request, next);
}

async function runWhileActive(request: Request, work: () => Promise<Answer>): Promise<Answer> {
  if (request.lifetime.isOver) throw new RequestError('The request has ended, so next() can no longer be called');
  try {
    return await request.lifetime.waitFor(work()); // At the timeout, outer interceptors can clean up.
  } catch (error) {
    throw request.failure(error);
  } finally {
    request.step = 'intercept';
  }
}

async function intercept(
  { entry, resolver }: BoundInterceptor,
  call: Call,
  request: Request,
  next: Next,
): Promise<Answer> {
  if (!isInterceptorClass(entry)) return entry(call, next);
  const interceptor = await (resolver ?? request.services.resolver)(entry, request.context);
  return interceptor.intercept(call, next);
}

export function isInterceptorClass(entry: InterceptorEntry): entry is InjectableClass<InterceptorHandler> {
  const prototype = (entry as Interceptor).prototype as Partial<InterceptorHandler> | undefined;
  if (prototype === undefined) return false;
  // If `intercept` is an instance property, the prototype does not have it. A class is then recognised by its read-only
  // `prototype` property.
  return (
    typeof prototype.intercept === 'function' || Object.getOwnPropertyDescriptor(entry, 'prototype')?.writable === false
  );
}

/** Answers the requests of one protocol method. Created once. */
export interface Operation<Params, Result extends Answer = Answer> {
  readonly method: string;
  /**
   * Checks a request before any interceptor runs.
   * @throws {RequestError} if the request must be rejected
   */
  admit?(params: Params, request: Request): void;
  /** Answers a request, after the interceptors. Waits no longer than the request's lifetime. */
  answer(params: Params, request: Request): Awaitable<Result>;
  /**
   * Checks an answer that interceptors may have changed.
   * @throws {OutputFault} if it must not be sent
   */
  check(answer: unknown, request: Request): Awaitable<Result>;
  /** Replaces content that the client does not support or drops. */
  adaptToClient?(answer: Result, client: Client, request: Request): Result;
}

class InterceptedCall {
  readonly method: string;
  readonly params: unknown;
  readonly context: RequestContext;
  readonly #request: Request;

  constructor(method: string, params: unknown, request: Request) {
    this.method = method;
    this.params = params;
    this.context = request.context;
    this.#request = request;
  }

  get definition(): DefinitionInfo | undefined {
    return this.#request.definition;
  }
}

/** The call parameters that the engine reads. */
export interface CallParams {
  readonly name?: string;
  readonly uri?: string;
  readonly arguments?: unknown;
}

/** The arguments that checks receive if a framework calls the handler without calling `bind`. */
const NO_ARGUMENTS = Object.freeze({});

/** Answers a request with a handler: binds the arguments, constructs and calls the handler, and checks the output. */
export class HandlerCall<Result extends Answer> implements Operation<CallParams, Result> {
  readonly method: string;
  readonly #kind: Kind<Result>;
  readonly #origin: Origin;
  readonly #askForMissing: boolean;

  /** @param askForMissing whether to ask the user for missing or wrong arguments */
  constructor(kind: Kind<Result>, origin: Origin, askForMissing = false) {
    this.method = kind.methods.call;
    this.#kind = kind;
    this.#origin = origin;
    this.#askForMissing = askForMissing;
  }

  admit(params: CallParams, request: Request): void {
    const { definition, call } = request;
    if (definition !== undefined) this.#kind.admit?.(definition.specifics, params.arguments, call);
  }

  async answer(params: CallParams, request: Request): Promise<Result> {
    if (params.uri !== undefined && params.uri !== (request.requested ?? '')) await request.redirect(params.uri);
    const { definition } = request;
    if (definition === undefined) throw request.notFoundError();
    if (definition.deprecated !== undefined) this.#warnOfDeprecation(definition, request);
    const { requested, context } = request;
    const { name: method, takesContextOnly } = definition.method;
    let args: object = NO_ARGUMENTS;
    const bind = async () => {
      args = await request.waitFor(this.#bind(definition, params, request));
      if (takesContextOnly) return [context];
      return [this.#kind.readerUriOf?.(requested, definition.specifics) ?? args, context];
    };
    const output = await callMethod({ definition, method, bind, step: 'call' }, request);
    const checked = await request.waitFor(this.#kind.check(output, request, args));
    const { version } = definition;
    return version === undefined ? checked : { ...checked, _meta: { ...checked._meta, [VERSION_KEY]: version } };
  }

  check(answer: unknown, request: Request): Awaitable<Result> {
    return this.#kind.check(answer, request);
  }

  adaptToClient(answer: Result, client: Client, { services }: Request): Result {
    return this.#kind.adaptToClient(answer, client, services.clients);
  }

  #bind(definition: Definition, params: CallParams, request: Request): Awaitable<object> {
    const { name, arguments: plan, specifics } = definition;
    const origin = this.#origin;
    const binding = request.binding(name, this.#kind.originOf?.(origin, specifics) ?? origin);
    const { requested, call } = request;
    const uriArguments = origin === 'text' ? this.#kind.argumentsOf?.(requested, specifics) : undefined;
    const isFromHost = origin === 'text' && call.client !== undefined;
    const input =
      uriArguments ?? (isFromHost ? normalizeHostArguments(request.profile, params.arguments, plan) : params.arguments);
    if (!this.#askForMissing) return plan.bind(input, binding);
    const bindArguments = async () => plan.bind(input, binding);
    return bindArguments().catch((error: unknown) => askForArguments(request, definition, input, error));
  }

  #warnOfDeprecation({ name, version, deprecated }: Definition, { services }: Request): void {
    const subject = this.#kind.subjectOf(version === undefined ? name : `${name}@${version}`);
    services.monitor.warnOnce(`${subject} is deprecated but still used: ${deprecated}`);
  }
}

type InvocationStep = 'check' | 'construct';

interface MethodCall {
  readonly definition: Definition;
  readonly method: string | symbol;
  /** Returns the bound parameters of the method. Waits no longer than the request's lifetime. */
  readonly bind: () => Awaitable<readonly unknown[]>;
  /** The step that the log names if the method fails. */
  readonly step: Step;
}

/** One handler call, split into steps for a resolver with `invoke`. */
class Invocation implements PublicInvocation {
  readonly definition: Definition;
  readonly method: string | symbol;
  readonly #request: Request;
  readonly #call: MethodCall;
  /**
   * The definition's resolver. It may differ between calls of one request, because a resource list calls several
   * handlers.
   */
  readonly #resolver: Resolver;
  #boundParams: Promise<readonly unknown[]> | undefined;
  #failure: { readonly step: InvocationStep; readonly error: unknown } | undefined;

  constructor(call: MethodCall, resolver: Resolver, request: Request) {
    this.definition = call.definition;
    this.method = call.method;
    this.#call = call;
    this.#resolver = resolver;
    this.#request = request;
  }

  bind(): Promise<readonly unknown[]> {
    return (this.#boundParams ??= this.#runStep('check', this.#call.bind));
  }

  construct(): Promise<object> {
    return this.#runStep('construct', () => this.#resolver(this.definition.type, this.#request.context));
  }

  async run(): Promise<unknown> {
    this.#request.step = this.#call.step;
    try {
      return await this.#resolver.invoke?.(this, this.#request.context);
    } catch (error) {
      const failed = this.#failure;
      if (failed !== undefined && failed.error === error) this.#request.step = failed.step;
      throw error;
    }
  }

  /**
   * Runs a step and remembers its error. The framework may ignore the promise, so a rejection must not go unhandled.
   */
  #runStep<T>(step: InvocationStep, work: () => Awaitable<T>): Promise<T> {
    const run = async () => {
      this.#request.step = step;
      try {
        return await work();
      } catch (error) {
        this.#failure = { step, error };
        throw error;
      } finally {
        this.#request.step = this.#call.step;
      }
    };
    return withIgnoredRejection(run());
  }
}

/**
 * Binds the parameters, constructs the handler and returns a function that calls the method. With a resolver that has
 * `invoke`, the returned function does all of this.
 */
export async function prepareCall(call: MethodCall, request: Request): Promise<() => Awaitable<unknown>> {
  const { definition, method, bind, step } = call;
  const { instance, type } = definition;
  const resolver = definition.resolver ?? request.services.resolver;
  if (resolver.invoke !== undefined && instance === undefined)
    return () => new Invocation(call, resolver, request).run();
  request.step = 'check';
  const params = await bind();
  request.step = 'construct';
  const handler = instance ?? (await request.waitFor(resolver(type, request.context)));
  request.step = step;
  const called = (handler as Readonly<Record<string | symbol, Method>>)[method];
  return () => called?.apply(handler, [...params]);
}

/** Calls a handler method. Waits no longer than the request's lifetime. */
export async function callMethod(call: MethodCall, request: Request): Promise<unknown> {
  const callHandler = await prepareCall(call, request);
  return request.waitFor(callHandler());
}

type Method = (...params: readonly unknown[]) => unknown;
