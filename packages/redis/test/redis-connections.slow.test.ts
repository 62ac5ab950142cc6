/** @slow needs Redis */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LabelError } from '@cuecard/labels';
import { RedisBackend, redisLabels } from '@cuecard/redis';
import { createClient, RESP_TYPES } from '@redis/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';

const ADA = { by: 'ada' };
const quiet = { error: () => {}, warn: () => {} };

let server: RedisServer;

describeWithRedis(`labels in ${REDIS}`, () => {
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());

  test('keep no process alive once they are closed', async () => {
    const code = `
      import { createClient } from '@redis/client';
      import { redisAnswers, redisLabels, redisUpdates } from '@cuecard/redis';
      const client = createClient({ url: '${server.url}' });
      const answers = redisAnswers({ client, namespace: 'closed' });
      await answers.close();
      await answers.get('May');
      await redisLabels({ client, namespace: 'closed' }).close();
      await redisUpdates({ client, namespace: 'closed' }).close();
      const updates = redisUpdates({ client, namespace: 'closed' });
      updates.publish('order://7');
      await updates.close();
      updates.publish('order://8');
      const labels = redisLabels({ client, namespace: 'closed' });
      await labels.ready();
      await labels.close();
      await labels.history('production', 'review').catch(() => {});
      await labels.close();`;
    const running = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: import.meta.dirname });
    const timer = setTimeout(() => running.kill(), 5_000);
    const ended = await once(running, 'exit');
    clearTimeout(timer);
    expect(ended).toEqual([0, null]);
  }, 10_000);

  test('are followed whatever the client makes of replies for others', async () => {
    const mappings = [{ [RESP_TYPES.BLOB_STRING]: Buffer }, { [RESP_TYPES.MAP]: Map }];
    const followed: unknown[] = [];
    for (const [at, typeMapping] of mappings.entries()) {
      const [namespace, logger] = [`mapped-${at}`, quiet];
      const client = createClient({ url: server.url, commandOptions: { typeMapping } });
      const [mapped, other] = [
        redisLabels({ client, namespace, logger }),
        redisLabels({ client: server.client(), namespace, logger }),
      ];
      await Promise.all([mapped.ready(), other.ready()]);
      await other.set('production', 'review@1.0.0', ADA);
      for (let left = 50; left > 0 && mapped.state.revision === 0; left -= 1) await sleep(20);
      followed.push(mapped.list().map(({ version }) => version));
      await Promise.all([mapped.close(), other.close()]);
    }
    expect(followed).toEqual([['1.0.0'], ['1.0.0']]);
  });

  test('are moved to what an instance serves, though its names came in two parts', async () => {
    const serves = Array.from({ length: 1_500 }, (_, at) => `prompt prompt_${at}`);
    const client = server.client();
    let sent = 0;
    const failing = {
      options: client.options,
      duplicate(overrides: object) {
        const connection = client.duplicate(overrides);
        const sendCommand = async (args: readonly string[]) => {
          if (args[0] === 'SADD' && (sent += 1) === 2) throw new Error('Socket closed unexpectedly');
          return connection.sendCommand([...args]);
        };
        return Object.assign(Object.create(connection) as typeof connection, { sendCommand });
      },
    };
    const backend = new RedisBackend(failing as never, 'parts');
    const instance = { id: 'one', serves: new Set([...serves, 'prompt review', 'prompt review@1.0.0']) };
    await backend.announce(instance).catch(() => {});
    await backend.announce(instance);
    await backend.close(undefined);
    const [key = ''] = (await server.send('KEYS', '{cuecard:parts}:serves:*')) as string[];
    expect(await server.send('SCARD', key)).toBe(1_502);
  });

  test('that Redis refuses to move say why', async () => {
    const labels = redisLabels({ client: server.client(), namespace: 'full', logger: quiet });
    await labels.ready();
    await server.send('CONFIG', 'SET', 'maxmemory', '1mb');
    const refused = await labels.set('production', 'review@1.0.0', ADA).catch((error: LabelError) => error.message);
    await server.send('CONFIG', 'SET', 'maxmemory', '0');
    await labels.close();
    expect(refused).toMatch(
      /^Redis has failed: OOM command not allowed when used memory > 'maxmemory'.*\. Look at the history before you try again$/,
    );
  });
});
