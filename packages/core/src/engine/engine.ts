import type { Answer, Call, InterceptorEntry, Interceptor, InterceptorHandler, Next } from '../api/calls.js';
import type { RequestContext, Client, DefinitionInfo } from '../api/context.js';
import type { BoundInterceptor } from '../definition/definition.js';
import type { Request } from '../request/request.js';
import type { Awaitable, InjectableClass } from '../types.js';
import { RequestError } from '../errors.js';

interface EngineOptions {
  /** The interceptors of the runtime, which run before those of packs and definitions. */
  readonly interceptors: readonly InterceptorEntry[];
  readonly prepare: ((context: RequestContext, call: Call) => Awaitable<void>) | undefined;
}

/** Runs requests: `prepare`, the interceptors and the operation. Adapts the answer to the client. */
export class Engine {
  readonly #interceptors: readonly BoundInterceptor[];
  readonly #prepare: EngineOptions['prepare'];

  constructor({ interceptors, prepare }: EngineOptions) {
    this.#interceptors = interceptors.map((entry) => ({ entry, owner: '', resolver: undefined }));
    this.#prepare = prepare;
  }

  /** @throws {RequestError} that is fit for the client */
  async run<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Promise<Result> {
    try {
      request.call.signal?.throwIfAborted();
      if (this.#prepare !== undefined) await this.#prepareFor(callOf(operation, params, request), request);
      request.step = 'find';
      // Look up the definition last: the look-up may depend on data that `prepare` and interceptors have put into the bag.
      await (this.#interceptors.length > 0 ? request.chooseVersion() : request.find());
      const answer = await this.#answer(operation, params, request);
      const { client } = request.call;
      const answerForClient = client === undefined ? answer : (operation.forClient?.(answer, client) ?? answer);
      request.end();
      return answerForClient;
    } catch (error) {
      throw request.fail(error);
    }
  }

  async #prepareFor(call: Call, request: Request): Promise<void> {
    request.step = 'prepare';
    await request.within(this.#prepare?.(request.context, call));
    request.forgetDefinition(); // `prepare` may have looked it up before it put data into the bag.
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

  /** Sends a request through the interceptors, and checks an answer that they replaced or may have changed. */
  async #intercept<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Promise<Result> {
    request.step = 'intercept';
    const shared = new Set<unknown>();
    const last = async (call: Call) => {
      const answer = await operation.answer(call.params as Params, request);
      if (Object.isFrozen(answer)) shared.add(answer);
      return answer;
    };
    const inner = async (call: Call) => {
      await request.find();
      request.checkScopes();
      operation.admit?.(params, request);
      return runChain(request.definition?.interceptors ?? [], call, request, last);
    };
    const call = callOf(operation, params, request);
    const answer = await request.lifetime.within(runChain(this.#interceptors, call, request, inner));
    // An answer that is not frozen may have been changed in place.
    return shared.has(answer) ? (answer as Result) : request.within(operation.recheck(answer, request));
  }
}

/** The method determines which params a call has, which the compiler cannot know. */
function callOf({ method }: { readonly method: string }, params: unknown, request: Request): Call {
  return new InterceptedCall(method, params, request) as unknown as Call;
}

/** Answers a call: the next interceptor, or finally the handler. */
type Link = (call: Call) => Promise<Answer>;

/**
 * Sends a call through interceptors, in order, to the terminal handler. Each interceptor only sees answers and errors
 * that are fit for the client.
 */
function runChain(
  interceptors: readonly BoundInterceptor[],
  call: Call,
  request: Request,
  last: Link,
): Promise<Answer> {
  const [first, ...rest] = interceptors;
  if (first === undefined) return last(call);
  const next: Next = (params) => {
    const passed = params === undefined ? call : callOf(call, params, request);
    const answer = forward(request, () => runChain(rest, passed, request, last));
    answer.catch(() => {}); // An interceptor may have dropped it, which must not end the process.
    return answer;
  };
  return intercept(first, call, request, next);
}

async function forward(request: Request, goOn: () => Promise<Answer>): Promise<Answer> {
  if (request.lifetime.isOver) throw new RequestError('The request is over: its answer is no longer awaited');
  try {
    return await request.lifetime.within(goOn()); // Lets the interceptors around a hung one clean up.
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

/** Whether an interceptor has to be constructed before it can be called. */
export function isInterceptorClass(entry: InterceptorEntry): entry is InjectableClass<InterceptorHandler> {
  const prototype = (entry as Interceptor).prototype as Partial<InterceptorHandler> | undefined;
  if (prototype === undefined) return false;
  // The method may be a property, which only instances have. But a function written as a class cannot be called.
  return (
    typeof prototype.intercept === 'function' || Object.getOwnPropertyDescriptor(entry, 'prototype')?.writable === false
  );
}

/** Answers the requests of one method. Created once, used by all of them. */
export interface Operation<Params, Result extends Answer = Answer> {
  readonly method: string;
  /**
   * Checks the request as the client sent it, before interceptors or the definition see it.
   * @throws {RequestError} if it must not be answered
   */
  admit?(params: Params, request: Request): void;
  /** Answers a request that has passed the interceptors. Waits for nothing longer than the request's lifetime allows. */
  answer(params: Params, request: Request): Awaitable<Result>;
  /**
   * Checks an answer that interceptors may have changed.
   * @throws {OutputFault} if it must not be sent
   */
  recheck(answer: unknown, request: Request): Awaitable<Result>;
  /** Removes what the client's revision does not know. */
  forClient?(answer: Result, client: Client | undefined): Result;
}

/** A call as interceptors see it. */
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
