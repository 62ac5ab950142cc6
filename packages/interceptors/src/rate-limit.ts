import { type Interceptor, type Call, RequestError } from '@cuecard/core';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { clipped } from './made-up.js';

/** Thrown when somebody has made more calls than they may; its `data` says in how many milliseconds to try again. */
export class TooManyRequestsError extends RequestError {
  override readonly name = 'TooManyRequestsError';

  constructor(readonly retryAfterMs: number) {
    const seconds = Math.ceil(retryAfterMs / 1000);
    super(`Too many requests: try again in ${seconds} s`, { code: 429, data: { retryAfterMs } });
  }
}

/** What counts; every limiter of rate-limiter-flexible does. */
export type CallLimiter = Pick<RateLimiterAbstract, 'consume'>;

export interface RateLimitOptions {
  /**
   * Whose calls are counted together; nothing for a call that is not counted.
   * @default the verified principal, else the session, else the client's name, else one for all. Whoever is not verified
   * can take another session or name, so this keeps off accidents, and attackers only where principals are verified.
   */
  readonly key?: (call: Call) => string | undefined;
}

/** Made anew for each interceptor: what is counted for one prompt is not for another. */
const DEFAULT_LIMITER = { points: 100, duration: 10 };

/**
 * Refuses calls of those who have made too many. A limiter that fails refuses too, as an internal error: give it an
 * `insuranceLimiter` to go on without its store.
 * @param limiter any of rate-limiter-flexible; by default 100 calls in 10 seconds, counted in this process
 * @throws {TooManyRequestsError} over the limit
 */
export function rateLimit(
  limiter: CallLimiter = new RateLimiterMemory(DEFAULT_LIMITER),
  { key = whoAsks }: RateLimitOptions = {},
): Interceptor {
  return async (call, next) => {
    const who = key(call);
    if (who !== undefined) await limiter.consume(who).catch(refuse);
    return next();
  };
}

/** With the kind of it, so that nobody takes another's name and with it their calls. */
function whoAsks({ context: { auth, sessionId, client } }: Call): string {
  if (auth !== undefined) return `principal:${auth.principal}`;
  if (sessionId !== undefined) return `session:${sessionId}`;
  return client?.name === undefined ? 'all' : `client:${clipped(client.name)}`;
}

/** By what it looks like: the limiter may be of another copy of the library. */
function refuse(rejection: unknown): never {
  const { msBeforeNext } = (rejection ?? {}) as { readonly msBeforeNext?: unknown };
  if (rejection instanceof Error || typeof msBeforeNext !== 'number') throw rejection;
  throw new TooManyRequestsError(msBeforeNext);
}
