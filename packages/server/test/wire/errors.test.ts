import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';
import { inProcess } from './support/in-process.ts';
import { initialize, initialized, initializeWithForms, post } from './support/raw.ts';
import { travels } from './support/trip.ts';

const runtime = new Runtime({ prompts: [] });
const identity = { name: 'x', version: '1' };
const ping = (id: string | number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
const raw = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

const open = closables();
async function serve(options: object = {}) {
  const server = await serveHttp(runtime, { ...identity, port: 0, ...options });
  open.push(server);
  return server.url;
}

describe('serveHttp', () => {
  test.each([
    ['unknown session', { 'mcp-session-id': 'gone' }, 404],
    ['unsupported revision', { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['client without event streams', { accept: 'application/json' }, 406],
  ])('rejects with the id of the request: %s', async (_, headers, status) => {
    const answer = await post(await serve(), ping('mine'), headers);
    expect([answer.status, answer.body]).toMatchObject([status, { jsonrpc: '2.0', id: 'mine', error: {} }]);
  });

  test('keeps the HTTP status for a batch with an invalid message', async () => {
    const batch = `[${ping('mine')},5]`;
    const { status, body } = await post(await serve(), batch, { 'mcp-session-id': 'gone' });
    expect([status, body]).toMatchObject([404, [{ error: { code: -32600 } }, { error: { code: -32001 } }]]);
  });
});

describe('JSON-RPC id', () => {
  test.each(['9007199254740992', '-9007199254740993', '1.5'])(
    'rejects a number that is not a safe integer: %s',
    async (id) => {
      const server = await inProcess(runtime);
      open.push(server);
      await server.lines.ask(JSON.stringify(initialize('2025-11-25')));
      const refusal = {
        jsonrpc: '2.0',
        error: {
          code: -32600,
          message: 'Invalid Request: a numeric id must be an integer below 2^53; use a string instead',
        },
      };
      expect((await post(await serve(), raw(id))).body).toEqual(refusal);
      expect(await server.lines.ask(raw(id))).toEqual(refusal);
    },
  );
});

describe('allowedOrigins', () => {
  test.each([
    ['2025-11-25', -32000],
    ['2026-07-28', -32600],
  ])('rejects a foreign origin with the error code of %s', async (revision, code) => {
    const headers = { origin: 'https://evil.example', 'mcp-protocol-version': revision };
    const { status, body } = await post(await serve(), ping(1), headers);
    expect([status, body]).toMatchObject([403, { error: { code } }]);
  });
});

describe('maxCompletionsPerSecond', () => {
  test('rejects more completions within a second over stdio', async () => {
    const complete = definePrompt({ name: 'talk', args: [{ name: 'topic', complete: ['tea'] }], render: () => '' });
    const server = await inProcess(new Runtime({ prompts: [complete] }), {
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
      error: { code: -32600, message: 'Too many completions: the limit is 3 per second' },
    });
  });
});

describe('elicitation/create', () => {
  const get = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'trip' } });
  /** Ids of requests whose responses the elicitation would precede. */
  const LATER = [2, 3, 4];

  test('waits for notifications/initialized over stdio', async () => {
    const server = await inProcess(travels());
    open.push(server);
    await server.lines.ask(JSON.stringify(initializeWithForms('2025-11-25')));
    server.lines.write(get);
    for (const id of LATER) expect(await server.lines.ask(ping(id))).toMatchObject({ id, result: {} });
    server.lines.write(JSON.stringify(initialized));
    expect((await server.lines.until(5))[4]).toMatchObject({ id: 1, method: 'elicitation/create' });
  });

  test('waits for notifications/initialized over HTTP', async () => {
    const server = await serveHttp(travels(), { ...identity, port: 0 });
    open.push(server);
    const hello = await post(server.url, JSON.stringify(initializeWithForms('2025-11-25')));
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const leaving = new AbortController();
    const init = { method: 'POST', body: get, signal: leaving.signal };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...session };
    let isAsked = false;
    const pending = fetch(server.url, { ...init, headers }).then((response) => ((isAsked = true), response));
    for (const id of LATER) expect((await post(server.url, ping(id), session)).status).toBe(200);
    expect(isAsked).toBe(false);
    await post(server.url, JSON.stringify(initialized), session);
    expect((await pending).headers.get('content-type')).toContain('text/event-stream');
    leaving.abort();
  });
});
