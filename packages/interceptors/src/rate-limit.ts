import {
  type Call,
  functionOf,
  hasMethods,
  type Interceptor,
  validateOptions,
  type Monitor,
  OptionKind,
  RequestError,
} from '@cuecard/core';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { truncate } from './outcome.js';

/** Thrown if a caller exceeds its limit; its `data` contains the number of milliseconds to wait before the next try. */
export class TooManyRequestsError extends RequestError {
  override readonly name = 'TooManyRequestsError';

  constructor(readonly retryAfterMs: number) {
    const seconds = Math.ceil(retryAfterMs / 1000);
    super(`Too many requests: try again in ${seconds} s`, { code: 429, data: { retryAfterMs } });
  }
}

/** A limiter, such as any limiter from rate-limiter-flexible. */
export type CallLimiter = Pick<RateLimiterAbstract, 'consume'>;

export interface RateLimitOptions {
  /**
   * Returns the key under which a call is counted, or `undefined` for a call that is not counted.
   * @default the verified principal, otherwise the session, otherwise the client's name, otherwise one key for all
   * callers. An unverified client can change its session and name, so without authentication this prevents accidents,
   * not attacks.
   */
  readonly key?: (call: Call) => string | undefined;
}

const LIMITER = new OptionKind('a limiter from rate-limiter-flexible', (limiter) => hasMethods(limiter, ['consume']));

/**
 * The options of the default limiter. Each interceptor creates its own limiter, so that interceptors count separately.
 */
const DEFAULT_LIMITER = { points: 100, duration: 10 };

/**
 * Rejects calls above a rate. If the limiter fails, the call fails with an internal error. To continue while the
 * limiter's store is unavailable, give the limiter an `insuranceLimiter`.
 * @param limiter any limiter from rate-limiter-flexible; by default 100 calls in 10 seconds, counted in this process
 * @throws {TooManyRequestsError} above the limit
 */
export function rateLimit(
  limiter: CallLimiter = new RateLimiterMemory(DEFAULT_LIMITER),
  options: RateLimitOptions = {},
): Interceptor {
  LIMITER.require('The limiter of rateLimit()', limiter);
  const { key = limiterKey } = validateOptions('rateLimit', options, { key: functionOf('(call)') });
  return async (call, next) => {
    const who = key(call);
    if (who !== undefined) await consume(limiter, who, call.context.monitor);
    return next();
  };
}

/**
 * Returns the default key. It includes the kind of key, so that no caller can choose a name that equals another
 * caller's key.
 */
function limiterKey({ context: { auth, sessionId, client } }: Call): string {
  if (auth !== undefined) return `principal:${auth.principal}`;
  if (sessionId !== undefined) return `session:${sessionId}`;
  return client?.name === undefined ? 'all' : `client:${truncate(client.name)}`;
}

async function consume(limiter: CallLimiter, key: string, monitor: Monitor): Promise<void> {
  const attempt = async () => void (await limiter.consume(key));
  const rejected = await attempt().catch((reason: unknown) => ({ reason }));
  if (rejected === undefined) return monitor.succeeded('rate limiter');
  const waitMs = waitMsIn(rejected.reason);
  if (waitMs !== undefined) {
    monitor.exceeded('rateLimit', 'further calls from this caller are rejected');
    throw new TooManyRequestsError(waitMs);
  }
  monitor.failed('rate limiter', 'calls fail with an internal error', rejected.reason);
  // Hides the limiter's error, because it may contain the key, which names the caller.
  throw new Error('The rate limiter failed');
}

/**
 * Returns the waiting time in a limiter's rejection. Checks its structure instead of its class, because the limiter may
 * come from a different copy of the library.
 */
function waitMsIn(rejection: unknown): number | undefined {
  const { msBeforeNext } = (rejection ?? {}) as { readonly msBeforeNext?: unknown };
  return rejection instanceof Error || typeof msBeforeNext !== 'number' ? undefined : msBeforeNext;
}
