import type { Answer, Call, InterceptorEntry } from '../api/interceptor.js';
import type { RequestContext } from '../api/context.js';
import type { BoundInterceptor } from '../definition/definition.js';
import { isPending } from '../pending.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { runChain } from './chain.js';
import { InterceptedCall } from './intercepted-call.js';
import type { Operation } from './operation.js';

export interface EngineOptions {
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
  run<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Promise<Result> {
    const prepare = this.#prepare;
    if (prepare === undefined) return request.run(() => this.#answer(operation, params, request));
    return request.run(() => {
      request.step = 'prepare';
      const prepared = prepare(request.context, callOf(operation, params, request));
      return request.after(prepared, () => {
        request.forgetDefinition(); // `prepare` may have looked it up before it put data into the bag.
        return this.#answer(operation, params, request);
      });
    });
  }

  #answer<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Awaitable<Result> {
    request.step = 'find';
    // Look up the definition last: the look-up may depend on data that `prepare` and interceptors have put into the bag.
    const found = this.#interceptors.length > 0 ? request.choose() : request.find();
    if (isPending(found)) return found.then(() => this.#run(operation, params, request));
    return this.#run(operation, params, request);
  }

  #run<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Awaitable<Result> {
    const isIntercepted = this.#interceptors.length > 0 || (request.definition?.interceptors.length ?? 0) > 0;
    const answer = isIntercepted ? this.#intercept(operation, params, request) : admitted(operation, params, request);
    const { client } = request.call;
    if (isPending(answer))
      return request.lifetime.within(answer).then((result) => operation.fit?.(result, client) ?? result);
    return client === undefined ? answer : (operation.fit?.(answer, client) ?? answer);
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
    return shared.has(answer) ? (answer as Result) : operation.recheck(answer, request);
  }
}

/** The method determines which params a call has, which the compiler cannot know. */
function callOf({ method }: { readonly method: string }, params: unknown, request: Request): Call {
  return new InterceptedCall(method, params, request) as unknown as Call;
}

function admitted<Params, Result extends Answer>(
  operation: Operation<Params, Result>,
  params: Params,
  request: Request,
): Awaitable<Result> {
  request.checkScopes();
  if (request.call.checkHeaders !== undefined) operation.admit?.(params, request);
  return operation.answer(params, request);
}
