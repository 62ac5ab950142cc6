/** @slow needs Redis */
import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/mcp-server';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '@redis/client';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';

const prompt = definePrompt({
  name: 'greeting',
  args: [{ name: 'who', complete: () => ['Ada'] }],
  render: () => '',
});

describeWithRedis(`completions counted in ${REDIS}`, () => {
  let server: RedisServer;
  let servers: Awaited<ReturnType<typeof serveHttp>>[] = [];
  const clients: { destroy(): void }[] = [];

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    await Promise.all(servers.map((each) => each.close()));
    for (const client of clients.splice(0)) client.destroy();
    servers = [];
  });
  afterAll(() => server.stop());

  async function instance(warnings: string[] = []): Promise<string> {
    const client = createClient({ url: server.url, disableOfflineQueue: true });
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    const logger = { error: () => {}, warn: (line: string) => void warnings.push(line) };
    const completionLimiter = new RateLimiterRedis({
      storeClient: client as object,
      points: 5,
      duration: 60,
      useRedisPackage: true,
    });
    const runtime = new Runtime({ prompts: [prompt], logger });
    const started = await serveHttp(runtime, { name: 'desk', version: '1.0.0', port: 0, completionLimiter });
    servers.push(started);
    return started.url;
  }

  async function completing(url: string): Promise<number> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { _meta, ref: { type: 'ref/prompt', name: 'greeting' }, argument: { name: 'who', value: '' } };
    const { status } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'completion/complete',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params }),
    });
    return status;
  }

  test('are as many for a caller of all instances as for one of one', async () => {
    const urls = [await instance(), await instance()];
    const statuses: number[] = [];
    for (let at = 0; at < 8; at += 1) statuses.push(await completing(urls[at % 2] ?? ''));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  test('are answered while the limiter fails, with a warning', async () => {
    const warnings: string[] = [];
    const url = await instance(warnings);
    await server.kill();
    const status = await completing(url);
    await server.begin();
    expect([status, warnings]).toEqual([200, ['completionLimiter has failed, and completions are answered']]);
  });
});
