import { afterAll, beforeAll } from '@jest/globals';
import { RedisBackend } from '@cuecard/redis';
import { describeLabels } from '../../labels/test/support/label-contract.ts';
import { RedisServer } from './support/redis-server.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.stop());

let count = 0;
describeLabels('Redis', async () => {
  const namespace = `test-${(count += 1)}`;
  return {
    backend: () => new RedisBackend(server.client(), namespace),
    wipe: async () => void (await server.send('FLUSHALL')),
    close: async () => {},
  };
});
