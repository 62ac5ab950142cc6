import { createClient } from '@redis/client';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

const RATE = { points: 8, duration: 60 };

/** A client whose commands fail at once while Redis is away. */
export function redisAt(url: string) {
  const client = createClient({ url, disableOfflineQueue: true });
  client.on('error', () => {}); // It tries again by itself.
  return client;
}

/** Counts for all processes of a server together, and in each by itself while Redis is away. */
export function sharedLimiter(storeClient: ReturnType<typeof redisAt>): RateLimiterRedis {
  const insuranceLimiter = new RateLimiterMemory(RATE);
  return new RateLimiterRedis({ storeClient, useRedisPackage: true, ...RATE, insuranceLimiter });
}
