import { definePrompt, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../../../transports/test/support/closables.ts';
import type { Adapter } from './adapter.ts';
import { inProcess } from './in-process.ts';
import { initialize, initialized, introduction, post } from './raw.ts';
import { travels } from './trip.ts';

const runtime = new Runtime({ prompts: [] });
const identity = { name: 'x', version: '1' };
const ping = (id: string | number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
const raw = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

/** Tests what a client learns of a request that is refused, and in which order it is spoken to. */
export function testRefusals({ serveHttp, serveStdio }: Pick<Adapter, 'serveHttp' | 'serveStdio'>): void {
  const open = closables();
  async function serve(options: object = {}) {
    const server = await serveHttp(runtime, { ...identity, port: 0, ...options });
    open.push(server);
    return server.url;
  }

  describe('a refusal has the id of its request, where that could be read', () => {
    test.each([
      ['of a session that is not there', { 'mcp-session-id': 'gone' }, 404],
      ['of a revision that is not served', { 'mcp-protocol-version': '1999-01-01' }, 400],
      ['of a client that takes no event streams', { accept: 'application/json' }, 406],
    ])('%s', async (_, headers, status) => {
      const answer = await post(await serve(), ping('mine'), headers);
      expect([answer.status, answer.body]).toMatchObject([status, { jsonrpc: '2.0', id: 'mine', error: {} }]);
    });
  });

  test('a batch with something in it that is no message keeps the status of its refusal', async () => {
    const batch = `[${ping('mine')},5]`;
    const { status, body } = await post(await serve(), batch, { 'mcp-session-id': 'gone' });
    expect([status, body]).toMatchObject([404, [{ error: { code: -32600 } }, { error: { code: -32001 } }]]);
  });

  test.each(['9007199254740992', '9007199254740993', '-9007199254740993', '1e300', '1.5'])(
    'an id that would come back as another one is refused: %s',
    async (id) => {
      const server = await inProcess({ serveStdio }, runtime);
      open.push(server);
      await server.lines.ask(JSON.stringify(initialize('2025-11-25')));
      const refusal = {
        jsonrpc: '2.0',
        error: {
          code: -32600,
          message: 'Invalid Request: the id is not an integer below 2^53, use a string instead',
        },
      };
      expect((await post(await serve(), raw(id))).body).toEqual(refusal);
      expect(await server.lines.ask(raw(id))).toEqual(refusal);
    },
  );

  test.each([
    ['2025-11-25', -32000],
    ['2026-07-28', -32600],
  ])('a foreign origin is refused with a code that %s knows', async (revision, code) => {
    const headers = { origin: 'https://evil.example', 'mcp-protocol-version': revision };
    const { status, body } = await post(await serve(), ping(1), headers);
    expect([status, body]).toMatchObject([403, { error: { code } }]);
  });

  test('over stdio, more completions than may be asked for within a second are refused', async () => {
    const complete = definePrompt({ name: 'talk', args: [{ name: 'topic', complete: ['tea'] }], render: () => '' });
    const server = await inProcess({ serveStdio }, new Runtime({ prompts: [complete] }), {
      maxCompletionsPerSecond: 3,
    });
    open.push(server);
    await server.lines.ask(JSON.stringify(initialize('2025-11-25')));
    const params = { ref: { type: 'ref/prompt', name: 'talk' }, argument: { name: 'topic', value: '' } };
    const ask = (id: number) =>
      server.lines.ask(JSON.stringify({ jsonrpc: '2.0', id, method: 'completion/complete', params }));
    for (const id of [1, 2, 3]) expect(await ask(id)).toMatchObject({ id, result: {} });
    expect(await ask(4)).toEqual({
      jsonrpc: '2.0',
      id: 4,
      error: { code: -32600, message: 'Too many completions: no more than 3 are answered within a second' },
    });
  });

  describe('elicitation/create is not sent before notifications/initialized', () => {
    const get = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'trip' } });
    /** The ids of requests whose responses the elicitation would precede. */
    const LATER = [2, 3, 4];

    test('over stdio', async () => {
      const server = await inProcess({ serveStdio }, travels());
      open.push(server);
      await server.lines.ask(JSON.stringify(introduction('2025-11-25')));
      server.lines.write(get);
      for (const id of LATER) expect(await server.lines.ask(ping(id))).toMatchObject({ id, result: {} });
      server.lines.write(JSON.stringify(initialized));
      expect((await server.lines.until(5))[4]).toMatchObject({ method: 'elicitation/create' });
    });

    test.each([true, false])('over HTTP, with lane: %s', async (lane) => {
      const server = await serveHttp(travels(), { ...identity, port: 0, lane });
      open.push(server);
      const hello = await post(server.url, JSON.stringify(introduction('2025-11-25')));
      const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
      const leaving = new AbortController();
      const init = { method: 'POST', body: get, signal: leaving.signal };
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...session };
      let isAsked = false;
      const asked = fetch(server.url, { ...init, headers }).then((response) => ((isAsked = true), response));
      for (const id of LATER) expect((await post(server.url, ping(id), session)).status).toBe(200);
      expect(isAsked).toBe(false);
      await post(server.url, JSON.stringify(initialized), session);
      expect((await asked).headers.get('content-type')).toContain('text/event-stream');
      leaving.abort();
    });
  });
}
