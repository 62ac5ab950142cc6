import { PassThrough } from 'node:stream';
import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { initialize, Lines, post } from './support/raw.ts';
import { closables } from '../support/closables.ts';

const open = closables();

function echo(): Runtime {
  class EchoArgs {
    @Arg()
    word!: string;

    @Arg()
    loud = false;
  }
  @Prompt({ args: EchoArgs })
  class Echo implements PromptHandler<EchoArgs> {
    render = ({ word, loud }: EchoArgs) => (loud ? word.toUpperCase() : word);
  }
  return new Runtime({ prompts: [Echo] });
}

const identity = { name: 'echo', version: '1.0.0' };
const initResult = (protocolVersion: string, prompts: object = { listChanged: true }) => ({
  jsonrpc: '2.0',
  id: 'init',
  result: { protocolVersion, capabilities: { prompts, completions: {} }, serverInfo: identity },
});
const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
const list = { jsonrpc: '2.0', id: 1, method: 'prompts/list' };
const listedTo = (revision: string) => ({
  jsonrpc: '2.0',
  id: 1,
  result: {
    prompts: [
      {
        name: 'echo',
        arguments: [
          { name: 'word', required: true },
          { name: 'loud', description: 'true or false', required: false },
        ],
        ...(revision >= '2025-06-18' && { _meta: { 'dev.cuecard/schema': SCHEMA } }),
      },
    ],
  },
});
const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { word: { type: 'string' }, loud: { type: 'boolean', default: false } },
  required: ['word'],
  additionalProperties: false,
};
const get = (id: number, word: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'prompts/get',
  params: { name: 'echo', arguments: { word } },
});
const complete = (id: number, value: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'completion/complete',
  params: { ref: { type: 'ref/prompt', name: 'echo' }, argument: { name: 'loud', value } },
});
const completed = (id: number, ...values: string[]) => ({
  jsonrpc: '2.0',
  id,
  result: { completion: { values, total: values.length, hasMore: false } },
});
const got = (id: number, text: string) => ({
  jsonrpc: '2.0',
  id,
  result: { messages: [{ role: 'user', content: { type: 'text', text } }] },
});

describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('revision %s', (revision) => {
  test('is negotiated and served over stdio', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    open.push(await serveStdio(echo(), { ...identity, stdin, stdout }));
    const lines = new Lines(stdin, stdout);
    expect(await lines.ask(JSON.stringify(initialize(revision)))).toEqual(initResult(revision));
    lines.write(initialized);
    expect(await lines.ask(JSON.stringify(list))).toEqual(listedTo(revision));
    expect(await lines.ask(JSON.stringify(get(2, 'hi')))).toEqual(got(2, 'hi'));
    expect(await lines.ask(JSON.stringify(complete(3, 'f')))).toEqual(completed(3, 'false'));
  });

  test.each(revision === '2025-11-25' ? (['json', 'sse'] as const) : (['json'] as const))(
    'is negotiated and served in a session over HTTP, as %s',
    async (responseMode) => {
      const server = await serveHttp(echo(), { ...identity, port: 0, responseMode });
      open.push(server);
      const shape = (message: unknown) => (responseMode === 'json' ? message : [message]);

      const hello = await post(server.url, JSON.stringify(initialize(revision)));
      expect({ status: hello.status, body: hello.body }).toEqual({ status: 200, body: shape(initResult(revision)) });
      const session = {
        'mcp-session-id': hello.headers.get('mcp-session-id') ?? '',
        ...(revision >= '2025-06-18' && { 'mcp-protocol-version': revision }),
      };
      expect((await post(server.url, initialized, session)).status).toBe(202);
      expect((await post(server.url, JSON.stringify(list), session)).body).toEqual(shape(listedTo(revision)));
      expect((await post(server.url, JSON.stringify(get(2, 'hi')), session)).body).toEqual(shape(got(2, 'hi')));
      expect((await post(server.url, JSON.stringify(complete(3, 'f')), session)).body).toEqual(
        shape(completed(3, 'false')),
      );
    },
  );
});

describe('serveHttp and serveStdio', () => {
  test.each(['2024-11-05', '2025-11-25'])('serves revision %s without a session over HTTP', async (revision) => {
    const server = await serveHttp(echo(), { ...identity, port: 0, sessions: false });
    open.push(server);
    const hello = await post(server.url, JSON.stringify(initialize(revision)));
    expect([hello.body, hello.headers.get('mcp-session-id')]).toEqual([initResult(revision, {}), null]);
    expect((await post(server.url, JSON.stringify(get(2, 'hi')))).body).toEqual(got(2, 'hi'));
    expect((await post(server.url, JSON.stringify(complete(3, 'f')))).body).toEqual(completed(3, 'false'));
  });

  test('negotiates the newest revision if the requested one is unknown', async () => {
    const server = await serveHttp(echo(), { ...identity, port: 0 });
    open.push(server);
    expect((await post(server.url, JSON.stringify(initialize('1999-01-01')))).body).toEqual(initResult('2025-11-25'));
  });

  test('answers a batch of 2025-03-26 with a batch over HTTP', async () => {
    const server = await serveHttp(echo(), { ...identity, port: 0 });
    open.push(server);
    const hello = await post(server.url, JSON.stringify(initialize('2025-03-26')));
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const batch = JSON.stringify([get(1, 'one'), get(2, 'two')]);
    expect((await post(server.url, batch, session)).body).toEqual([got(1, 'one'), got(2, 'two')]);
    expect((await post(server.url, batch)).body).toEqual([got(1, 'one'), got(2, 'two')]);
  });
});
