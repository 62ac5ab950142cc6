import type { BoundInterceptor } from '../definition/definition.js';
import type { PromptRequest } from '../request/prompt-request.js';
import type { PassedCall } from './call.js';
import { through } from './chain.js';
import type { InterceptorEntry, Answer } from '../api/interceptor.js';

/** What there is at the end of a call's way. */
interface End<Params, Result> {
  readonly end: (params: Params) => Promise<Result>;
  /** Checks what interceptors have made of the answer. */
  readonly recheck: (answer: unknown) => Result;
}

/** The interceptors of a runtime: first its own, then those of the prompt and of the packs that it came in. */
export class Interception {
  readonly #global: readonly BoundInterceptor[];

  constructor(entries: readonly InterceptorEntry[]) {
    this.#global = entries.map((entry) => ({ entry, owner: '', resolver: undefined }));
  }

  isNeeded(request: PromptRequest): boolean {
    // Looking up comes last: interceptors may have to put into the bag what it goes by.
    return this.#global.length > 0 || (request.definition?.interceptors.length ?? 0) > 0;
  }

  /** Sends a call through the interceptors; what they answer instead, or may have changed, is checked again. */
  async run<Params, Result extends Answer>(
    call: PassedCall<Params>,
    { end, recheck }: End<Params, Result>,
  ): Promise<Result> {
    const { context } = call;
    if (!this.isNeeded(context)) return end(call.params);
    const shared = new Set<unknown>();
    const last = async ({ params }: PassedCall<Params>) => {
      const answer = await end(params);
      if (Object.isFrozen(answer)) shared.add(answer);
      return answer;
    };
    const inner = (within: PassedCall<Params>) => through(context.definition?.interceptors ?? [], within, last);
    const answer = await context.within(through(this.#global, call, inner));
    // Whatever is not frozen may have been changed in place.
    return shared.has(answer) ? (answer as Result) : recheck(answer);
  }
}
