import { PassThrough } from 'node:stream';
import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Json, Lines, post } from './support/raw.ts';
import { envelope } from './support/modern.ts';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const identity = { name: 'x', version: '1.0.0' };

type Connect = (served: Runtime) => Promise<(message: object) => Promise<Json>>;

const ways = {
  async HTTP(served) {
    const server = await serveHttp(served, { ...identity, port: 0 });
    open.push(server);
    const head = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'prompts/get', 'mcp-name': 'ask' };
    return async (message) => (await post(server.url, JSON.stringify(message), head)).body;
  },
  async stdio(served) {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    open.push(await serveStdio(served, { ...identity, stdin, stdout }));
    const lines = new Lines(stdin, stdout);
    return (message) => lines.ask(JSON.stringify(message));
  },
} satisfies Readonly<Record<string, Connect>>;

const get = (params: object, meta: object = envelope()) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'prompts/get',
  params: { name: 'ask', ...params, _meta: meta },
});

const refused = (message: string, data?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32602, message, ...(data && { data }) },
});

const runtime = new Runtime({ prompts: [definePrompt({ name: 'ask', render: () => 'asked' })] });

describe('Message of 2026-07-28', () => {
  test.each<[string, object]>([
    ['inputResponses is not an object', { inputResponses: 5 }],
    ['inputResponses is not an object', { inputResponses: [] }],
    ['requestState is not a string', { requestState: ['state'] }],
  ])('is rejected as a retry if %s', async (fault, params) => {
    const ask = await ways.HTTP(runtime);
    expect(await ask(get(params))).toEqual(refused(`Invalid params: ${fault}`));
  });

  test.each(Object.entries(ways))('is rejected without a revision over %s', async (_, connect) => {
    const ask = await connect(runtime);
    const { 'io.modelcontextprotocol/protocolVersion': revision, ...rest } = envelope() as Record<string, unknown>;
    expect(revision).toBe('2026-07-28');
    const key = 'io.modelcontextprotocol/protocolVersion';
    expect(await ask(get({}, rest))).toEqual(
      refused(`Invalid params: protocol revision 2026-07-28 requires an envelope in _meta: ${key} is missing`, {
        envelope: { key, problem: 'missing' },
      }),
    );
  });
});
