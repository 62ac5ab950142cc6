/** @slow needs Redis */
import { afterAll, beforeAll } from '@jest/globals';
import { RedisBackend } from '@cuecard/redis';
import { describeLabels } from '../../labels/test/support/label-contract.ts';
import { describeOutages } from '../../labels/test/support/label-outages.ts';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';

let server: RedisServer;
let count = 0;

describeWithRedis(`with ${REDIS}`, () => {
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());

  describeLabels('Redis', async () => {
    const namespace = `test-${(count += 1)}`;
    return {
      backend: () => new RedisBackend(server.client(), namespace),
      wipe: async () => void (await server.send('FLUSHALL')),
      close: async () => {},
    };
  });

  describeOutages('Redis', async () => {
    const own = await RedisServer.start();
    return {
      backend: () => new RedisBackend(own.client(), 'outages'),
      kill: () => own.kill(),
      begin: () => own.begin(),
      stop: () => own.stop(),
    };
  });
});
