import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { definePrompt, Prompt, type RequestContext, RequestError, type PromptHandler, Runtime } from '@cuecard/core';
import { createHandler, serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { ask, type Asked, envelope, outcome } from './support/modern.ts';
import { Crowd, requestOf } from './support/crowd.ts';
import { fakeClock } from '../../../../build/jest/fake-time.ts';
import { nextRequest } from './support/next-request.ts';
import { headers, initialize, type Json, post } from './support/raw.ts';
import { gated, mount } from './support/mount.ts';
import { until } from './support/until.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'x', version: '1' };
const silent = { error() {}, warn() {}, info() {}, debug() {} };
const clock = fakeClock();
const open = closables();

@Prompt()
class Way implements PromptHandler {
  render = () => 'here';
}

/** Creates a prompt that never returns, and collects the signals of its requests. */
function hanging() {
  const signals: AbortSignal[] = [];
  @Prompt()
  class Hang implements PromptHandler {
    render = (_: object, { signal }: RequestContext) => {
      signals.push(signal);
      return new Promise<string>(() => {});
    };
  }
  return { Hang, signals };
}

const get = (name: string, more: object = {}, id: Json = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name, ...more } });
const cancel = (requestId: Json) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
const textOf = (body: Json) =>
  (body as { result?: { messages: [{ content: { text: string } }] } }).result?.messages[0].content.text;

const start = (prompts: NonNullable<ConstructorParameters<typeof Runtime>[0]['prompts']>, options: object = {}) =>
  serve(new Runtime({ prompts, logger: silent }), options);

async function serve(runtime: Runtime, options: object) {
  const server = await serveHttp(runtime, { ...identity, port: 0, ...options });
  open.push(server);
  return server;
}

async function session(url: string, extra: Record<string, string> = {}): Promise<Record<string, string>> {
  const hello = await post(url, JSON.stringify(initialize('2025-11-25')), extra);
  return { ...extra, 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
}

describe('HttpHandler', () => {
  test.each([
    ['with responseMode json', { responseMode: 'json' }, {}],
    ['with responseMode sse', { responseMode: 'sse' }, {}],
    ['without sessions', { sessions: false }, {}],
    ['with logging', { logging: true }, {}],
    ['that wants progress', {}, { _meta: { progressToken: 1 } }],
    ['with an unknown _meta key', {}, { _meta: { odd: 1 } }],
    ['that wants a task', {}, { task: { ttl: 1 } }],
  ] as const)('answers a request %s', async (_, options, more) => {
    const { url } = await start([Way], options);
    const answers = [await post(url, get('way', more)), await post(url, get('way', more), await session(url))];
    expect(answers.map(({ body }) => textOf(Array.isArray(body) ? body.at(-1) : body))).toEqual(['here', 'here']);
  });

  test('answers web-standard requests', async () => {
    const handler = createHandler(new Runtime({ prompts: [Way] }), identity);
    const request = new Request('http://localhost/', { method: 'POST', headers, body: get('way') });
    expect(textOf(await (await handler.fetch(request)).json())).toBe('here');
  });

  test('answers even if a listener has read the body', async () => {
    const handler = createHandler(new Runtime({ prompts: [Way] }), identity);
    const mounted: RequestListener = (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        Object.assign(incoming, { rawBody: Buffer.concat(chunks) });
        handler(incoming, outgoing);
      });
    };
    const server = createServer(mounted).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { body } = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, get('way'));
    expect(textOf(body)).toBe('here');
    server.close();
  });
});

describe('HttpHandler', () => {
  test('returns an internal error for unserialisable error data', async () => {
    const refuse = () => {
      throw new RequestError('Not today', { data: 1n });
    };
    const { url } = await start([definePrompt({ name: 'refuse', render: refuse })], {});
    expect((await post(url, get('refuse'))).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'Internal error', data: { id: expect.any(String) } },
    });
  });

  test.each(['read', 'writeHead'] as const)('answers other requests when one throws in %s', async (method) => {
    const reported: unknown[] = [];
    const logger = { ...silent, warn: (...line: unknown[]) => void reported.push(line) };
    const error = new Error('Somebody has put this here');
    const fail = () => {
      throw error;
    };
    const handler = createHandler(new Runtime({ prompts: [Way], logger }), { ...identity, maxRequests: 4 });
    const site = await mount((incoming, outgoing) => {
      if (incoming.headers['x-caller'] !== '1') return handler(incoming, outgoing);
      Object.assign(method === 'read' ? incoming : outgoing, { [method]: fail });
      return handler(incoming, outgoing);
    });
    open.push(handler, site);
    const crowd = await Crowd.at(site.url, 3);
    open.push(crowd);
    const requests = ['0', '1', '2'].map((caller) => [requestOf(site.url, get('way'), { 'x-caller': caller })]);
    const ok = 'HTTP/1.1 200 OK';
    expect(await crowd.ask(requests)).toEqual([ok, 'The server hangs up', ok]);
    expect(reported).toEqual([['A request could not be answered', error]]);
  });

  test('returns the new list after a change', async () => {
    const runtime = new Runtime({ prompts: [Way] });
    const server = await serveHttp(runtime, { ...identity, port: 0 });
    open.push(server);
    const names = async () => {
      const { body } = await post(server.url, '{"jsonrpc":"2.0","id":1,"method":"prompts/list"}');
      return (body as { result: { prompts: { name: string }[] } }).result.prompts.map(({ name }) => name);
    };
    const before = [await names(), await names()];
    runtime.replace(new Runtime({ prompts: [Way, hanging().Hang] }).registry);
    expect([...before, await names()]).toEqual([['way'], ['way'], ['hang', 'way']]);
  });

  test.each(['auto', 'json'] as const)(
    'ends a cancelled HTTP request without a response, with %s',
    async (responseMode) => {
      const { Hang, signals } = hanging();
      const server = await start([Hang], { responseMode });
      const client = await session(server.url);
      const answer = post(server.url, get('hang', {}, 'mine'), client);
      await until(() => signals.length === 1);
      await post(server.url, cancel('other'), client);
      await post(server.url, cancel('mine'), await session(server.url));
      expect(signals[0]?.aborted).toBe(false);
      expect((await post(server.url, cancel('mine'), client)).status).toBe(202);
      const { status, headers: answered, body } = await answer;
      expect({
        status,
        body,
        type: answered.get('content-type'),
        id: answered.get('mcp-session-id'),
        cache: answered.get('cache-control'),
        aborted: signals[0]?.aborted,
      }).toEqual({
        status: 200,
        body: [],
        type: 'text/event-stream',
        id: client['mcp-session-id'],
        cache: 'no-cache, no-transform',
        aborted: true,
      });
      await server.close(); // `close` takes effect immediately, because no request is pending.
    },
  );

  test('aborts the requests of a session that ends', async () => {
    const { Hang, signals } = hanging();
    const { url } = await start([Hang], {});
    const client = await session(url);
    const answer = post(url, get('hang'), client);
    await until(() => signals.length === 1);
    await fetch(url, { method: 'DELETE', headers: client });
    expect([(await answer).body, signals[0]?.aborted]).toEqual([[], true]);
  });

  const leave = async (url: string, extra: Record<string, string>, signals: readonly AbortSignal[]) => {
    const leaving = new AbortController();
    const { closed } = nextRequest(url);
    const request = {
      method: 'POST',
      headers: { ...headers, ...extra },
      body: get('hang'),
      signal: leaving.signal,
    };
    const failure = fetch(url, request).catch((error: Error) => error.name);
    await until(() => signals.length === 1);
    leaving.abort();
    expect(await failure).toBe('AbortError');
    await closed;
  };

  test('does not abort a request without a session when its client disconnects', async () => {
    const { Hang, signals } = hanging();
    const { url } = await start([Hang], {});
    await leave(url, {}, signals);
    expect(signals[0]?.aborted).toBe(false);
    expect((await post(url, '{"jsonrpc":"2.0","id":1,"method":"ping"}')).status).toBe(200);
  });

  test('aborts a request in a session only when it is cancelled', async () => {
    const { Hang, signals } = hanging();
    const server = await start([Hang], {});
    const client = await session(server.url);
    await leave(server.url, client, signals);
    expect(signals[0]?.aborted).toBe(false);
    await post(server.url, cancel(1), client);
    expect(signals[0]?.aborted).toBe(true);
  });

  test('ends a session sessionIdleTimeoutMs after its last response', async () => {
    clock.fakeTimeouts();
    const { runtime, release, untilWaiting } = gated();
    const { url } = await serve(runtime, { sessionIdleTimeoutMs: 20_000 });
    const client = await session(url);
    const status = async () => (await post(url, get('near'), client)).status;
    const slow = post(url, get('wait'), client);
    await untilWaiting(1);
    clock.pass(25_000);
    release();
    expect(textOf((await slow).body)).toBe('waited');
    const statuses = [];
    for (const ms of [15_000, 15_000, 20_000]) {
      clock.pass(ms);
      statuses.push(await status());
    }
    expect(statuses).toEqual([200, 200, 404]);
  });

  test('authenticates each request once and serves a session only to its principal', async () => {
    const principals: (string | null)[] = [];
    const authenticate = ({ headers: sent }: Request) => {
      const principal = sent.get('authorization');
      principals.push(principal);
      return principal === null ? undefined : { principal, scopes: [] };
    };
    const { url } = await start([Way], { authenticate });
    const hers = await session(url, { authorization: 'hers' });
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const status = async (extra: Record<string, string>, body = get('way')) => (await post(url, body, extra)).status;
    expect([
      await status(hers),
      await status({ ...hers, authorization: 'his' }),
      await status({ 'mcp-session-id': hers['mcp-session-id'] ?? '' }),
      await status(hers, ping),
      await status({}, ping),
    ]).toEqual([200, 404, 401, 200, 401]);
    expect(principals).toEqual(['hers', 'hers', 'his', null, 'hers', null]);
  });

  test('closes after a client has disconnected within its body', async () => {
    const server = await start([Way], {});
    const { started, closed } = nextRequest(server.url);
    const { host, port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = Object.entries({ ...headers, host, 'content-length': 99 }).map(([k, v]) => `${k}: ${v}`);
    socket.write(`POST /mcp HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"jso`);
    await started;
    socket.destroy();
    await closed;
    await expect(server.close()).resolves.toBeUndefined();
  });

  test('rejects requests after the handler has closed', async () => {
    const handler = createHandler(new Runtime({ prompts: [Way] }), { ...identity });
    const server = createServer(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await handler.close();
    const { status } = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, get('way'));
    expect(status).toBe(503);
    server.close();
  });

  test('rejects a request with the id of a pending request', async () => {
    const { runtime, release, untilWaiting } = gated();
    const { url } = await serve(runtime, {});
    const client = await session(url);
    const first = post(url, get('wait'), client);
    await untilWaiting(1);
    const { status, body } = await post(url, get('near'), client);
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32600, message: 'Invalid Request: a request with this id is already in progress' },
      },
    });
    release();
    expect(textOf((await first).body)).toBe('waited');
  });
});

describe('HttpHandler with revision 2026-07-28', () => {
  const request = (params: object = {}, meta: object = {}): Asked => ({
    method: 'prompts/get',
    params: { name: 'way', ...params, _meta: { ...envelope(), ...meta } },
  });
  test.each([
    ['a plain request', request(), {}],
    ['a request with a trace context', request({}, { traceparent: '00-1-2-01' }), {}],
    ['a request with a log level', request({}, { 'io.modelcontextprotocol/logLevel': 'info' }), {}],
    ['a further round', request({ inputResponses: {} }), {}],
    ['a request with a base64 name', request(), { 'mcp-name': '=?base64?d2F5?=' }],
  ] as const)('answers %s', async (_, asked, more) => {
    const runtime = new Runtime({ prompts: [Way] });
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
    const answer = await ask(server.url, asked, more);
    await server.close();
    expect(outcome(answer)).toEqual({
      resultType: 'complete',
      messages: [{ role: 'user', content: { type: 'text', text: 'here' } }],
    });
  });
});
