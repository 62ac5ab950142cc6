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
  /** The interceptors of the runtime: they come before those of packs and definitions. */
  readonly interceptors: readonly InterceptorEntry[];
  readonly prepare: ((context: RequestContext) => Awaitable<void>) | undefined;
}

/** Runs requests: what prepares them, their interceptors, what answers them, and what makes the answer fit for the client. */
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
      return request.after(prepare(request.context), () => this.#answer(operation, params, request));
    });
  }

  #answer<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    request: Request,
  ): Awaitable<Result> {
    request.step = 'find';
    // The look-up comes last: interceptors may have to put into the bag what it depends on.
    const isIntercepted = this.#interceptors.length > 0 || (request.definition?.interceptors.length ?? 0) > 0;
    const answer = isIntercepted ? this.#intercept(operation, params, request) : operation.answer(params, request);
    const { client } = request.call;
    if (isPending(answer))
      return request.lifetime.within(answer).then((result) => operation.fit?.(result, client) ?? result);
    return client === undefined ? answer : (operation.fit?.(answer, client) ?? answer);
  }

  /** Sends a request through the interceptors; what they answer instead, or may have changed, is checked again. */
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
    const inner = (call: Call) => runChain(request.definition?.interceptors ?? [], call, request, last);
    // The method determines which params a call has; the compiler cannot know.
    const call = new InterceptedCall(operation.method, params, request) as unknown as Call;
    const answer = await request.lifetime.within(runChain(this.#interceptors, call, request, inner));
    // Whatever is not frozen may have been changed in place.
    return shared.has(answer) ? (answer as Result) : operation.recheck(answer, request);
  }
}
