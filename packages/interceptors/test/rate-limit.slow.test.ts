/** @slow needs Redis */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { rateLimit } from '@cuecard/interceptors';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { memory, ok, tooMany } from './support/rate-limit.ts';
import { alice, bob, internalError, refusal, runtimeWith } from './support/runtime.ts';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
const withRedis = isInstalled ? describe : describe.skip;

withRedis(`rateLimit with Redis${isInstalled ? '' : ' (skipped: redis-server is not installed)'}`, () => {
  let port: number;
  let server: ChildProcess;
  const open: Redis[] = [];

  beforeAll(async () => {
    port = await freePort();
    server = await startRedis(port);
  });
  afterAll(async () => {
    for (const client of open) await client.quit().catch(() => {});
    await stop(server);
  });

  const connect = (to = port) => {
    const client = new Redis(to, '127.0.0.1', {
      enableOfflineQueue: false,
      lazyConnect: true,
      retryStrategy: () => null,
    });
    client.on('error', () => {});
    open.push(client);
    return client;
  };

  test('counts the calls of all runtimes together', async () => {
    const limiter = async () => {
      const storeClient = connect();
      await storeClient.connect();
      return new RateLimiterRedis({ storeClient, points: 2, duration: 60 });
    };
    const [one, other] = [await limiter(), await limiter()].map((each) => runtimeWith([rateLimit(each)]).runtime);
    const ends = [];
    for (const runtime of [one, other, one, other]) ends.push(await refusal(runtime!.prompts.list({}, alice)));
    expect([...ends, await refusal(one!.prompts.list({}, bob))]).toEqual([ok, ok, tooMany, tooMany, ok]);
  });

  test('rejects when Redis is down, unless there is an insurance limiter', async () => {
    const down = await freePort();
    const mine = await startRedis(down);
    const storeClient = connect(down);
    await storeClient.connect();
    const options = { storeClient, points: 5, duration: 60 };
    const strict = runtimeWith([rateLimit(new RateLimiterRedis(options))]);
    const insured = runtimeWith([rateLimit(new RateLimiterRedis({ ...options, insuranceLimiter: memory(1) }))]);
    expect([await refusal(strict.runtime.prompts.list()), await refusal(insured.runtime.prompts.list())]).toEqual([
      ok,
      ok,
    ]);
    const closed = once(storeClient, 'end');
    await stop(mine);
    await closed;
    expect(await refusal(strict.runtime.prompts.list())).toEqual(internalError);
    expect([await refusal(insured.runtime.prompts.list()), await refusal(insured.runtime.prompts.list())]).toEqual([
      ok,
      tooMany,
    ]);
    expect(strict.log.length).toBe(1);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function startRedis(port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
