import 'reflect-metadata';
import { cache, rateLimit } from '@cuecard/interceptors';
import { createKeyv } from '@keyv/redis';
import { createClient } from '@redis/client';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { flagsIn } from './flags.js';
import { RedisUpdates } from './redis-updates.js';
import { serve } from './service.js';

const [, , name = 'front', port = '8081'] = process.argv;
const { HOST: host = '127.0.0.1', REDIS_URL: url = 'redis://127.0.0.1:6390', FLAGS = 'flags.json' } = process.env;
const [stateKeys, allowedHosts] = [wordsOf('STATE_KEYS'), wordsOf('ALLOWED_HOSTS')];

// Commands fail at once while Redis cannot be reached. The client reconnects by itself.
const redis = createClient({ url, disableOfflineQueue: true }).on('error', () => {});
await redis.connect();
const updates = await RedisUpdates.connect(url);
const limits = { points: 1_000, duration: 1 };
const limiter = new RateLimiterRedis({
  storeClient: redis,
  useRedisPackage: true, // The client is the one of `redis`, not of `ioredis`.
  ...limits,
  insuranceLimiter: new RateLimiterMemory(limits), // Counts in this process meanwhile.
});
const store = createKeyv({ url, disableOfflineQueue: true }, { namespace: 'answers', throwOnErrors: true });
const shared = {
  flags: await flagsIn(FLAGS),
  updates,
  guests: { add: (guest: string) => redis.rPush('guests', guest), all: () => redis.lRange('guests', 0, -1) },
  interceptors: [rateLimit(limiter), cache({ scope: 'public', store, ttlMs: 1_000 })],
};
const server = await serve(name, shared, { host, port: Number(port), allowedHosts, stateKeys });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());

async function end(): Promise<void> {
  await server.close();
  process.exit();
}

/** The words of an environment variable. */
function wordsOf(variable: string): readonly string[] {
  return (process.env[variable] ?? '').split(' ').filter((word) => word !== '');
}
