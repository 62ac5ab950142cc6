/** @slow needs Redis: two servers count in one Redis process, which the test kills */
import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { describeWithRedis, RedisServer } from './support/redis-server.ts';

describeWithRedis('a completion limiter in Redis', () => {
  let redis: RedisServer;
  const servers: Awaited<ReturnType<typeof serveHttp>>[] = [];

  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  afterAll(() => redis.kill());

  /** Serves a prompt, and returns the URL. */
  async function serve(warnings: string[] = []): Promise<string> {
    const args = [{ name: 'who', complete: () => ['Ada'] }];
    const logger = { error: () => {}, warn: (line: string) => void warnings.push(line) };
    const runtime = new Runtime({ prompts: [definePrompt({ name: 'greeting', args, render: () => '' })], logger });
    const completionLimiter = new RateLimiterRedis({ storeClient: await redis.connect(), points: 5, duration: 60 });
    const server = await serveHttp(runtime, { name: 'desk', version: '1.0.0', port: 0, completionLimiter });
    servers.push(server);
    return server.url;
  }

  async function complete(url: string): Promise<number> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { _meta, ref: { type: 'ref/prompt', name: 'greeting' }, argument: { name: 'who', value: '' } };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'completion/complete',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params }),
    });
    await response.arrayBuffer(); // Frees the connection.
    return response.status;
  }

  test('completionLimiter in Redis counts the completions of a caller for two servers together', async () => {
    const urls = [await serve(), await serve()];
    const statuses: number[] = [];
    for (let sent = 0; sent < 8; sent += 1) statuses.push(await complete(urls[sent % 2] ?? ''));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  test('completionLimiter in Redis rejects no completion while Redis is down, and warns', async () => {
    const warnings: string[] = [];
    const url = await serve(warnings);
    await redis.kill();
    const status = await complete(url);
    await redis.begin();
    expect([status, warnings]).toEqual([
      200,
      ['The completion limiter fails: each instance counts completions separately'],
    ]);
  });
});
