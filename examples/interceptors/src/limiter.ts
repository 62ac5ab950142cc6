import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

const RATE = { points: 8, duration: 60 };

/** Counts for all processes of a server together, and in each by itself while Redis is away. */
export function sharedLimiter(storeClient: Redis): RateLimiterRedis {
  return new RateLimiterRedis({ storeClient, ...RATE, insuranceLimiter: new RateLimiterMemory(RATE) });
}
