import type { createClient } from '@redis/client';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

const RATE = { points: 8, duration: 60 };

/** Counts for all processes of a server together, and in each by itself while Redis is away. */
export function sharedLimiter(storeClient: ReturnType<typeof createClient>): RateLimiterRedis {
  const insuranceLimiter = new RateLimiterMemory(RATE);
  return new RateLimiterRedis({ storeClient, useRedisPackage: true, ...RATE, insuranceLimiter });
}
