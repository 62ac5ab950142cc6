import type { Client } from '../api/context.js';
import type { Answer } from '../api/interceptor.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';

/** What answers the requests of one method; made once, and used by all of them. */
export interface Operation<Params, Result extends Answer = Answer> {
  /** The method's name in the specification. */
  readonly method: string;
  /** Answers a request that has passed the interceptors: at once, unless something has to be waited for. */
  answer(params: Params, request: Request): Awaitable<Result>;
  /**
   * Checks what interceptors made of an answer.
   * @throws {OutputFault} if it must not leave
   */
  recheck(answer: unknown, request: Request): Result;
  /** Leaves out of an answer what the client's revision does not know. */
  fit?(answer: Result, client: Client | undefined): Result;
}
