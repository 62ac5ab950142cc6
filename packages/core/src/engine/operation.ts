import type { Client } from '../api/context.js';
import type { Answer } from '../api/interceptor.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';

/** Answers the requests of one method. Created once, used by all of them. */
export interface Operation<Params, Result extends Answer = Answer> {
  /** The method's name in the specification. */
  readonly method: string;
  /**
   * Looks at an unchanged request, before its definition and the interceptors of that do.
   * @throws {RequestError} if it must not be answered
   */
  admit?(params: Params, request: Request): void;
  /** Answers a request that has passed the interceptors. Synchronous if possible. */
  answer(params: Params, request: Request): Awaitable<Result>;
  /**
   * Checks an answer that interceptors may have changed.
   * @throws {OutputFault} if it must not be sent
   */
  recheck(answer: unknown, request: Request): Awaitable<Result>;
  /** Removes what the client's revision does not know. */
  fit?(answer: Result, client: Client | undefined): Result;
}
