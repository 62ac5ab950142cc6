import { constants } from 'node:buffer';
import { once } from 'node:events';
import { connect } from 'node:net';
import { definePrompt, ResourceReader, Runtime } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ask, headersOf, messageOf } from './support/modern.ts';
import { nextRequest } from './support/next-request.ts';
import { headers, initialize, type Json, post } from './support/raw.ts';
import { drip, gated, mount } from './support/mount.ts';
import { until } from './support/until.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'x', version: '1' };
const error = (code: number, message: string, id?: Json) => ({ jsonrpc: '2.0', id, error: { code, message } });
const get = (name: string, id: Json = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name } });
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const TOO_LATE = error(-32000, 'The body did not arrive within 200 ms');
const TOO_MANY = error(-32000, 'Too many requests are in progress');
const TOO_MANY_COMPLETIONS = 'Too many completions: the limit is 2 per second';

const completion = (id: Json, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'completion/complete',
  params: { ref: { type: 'ref/prompt', name: 'near' }, argument: { name: 'x', value: '' }, ...more },
});

const open = closables();
afterEach(() => void jest.restoreAllMocks());
async function start(runtime: Parameters<typeof serveHttp>[0], options: object) {
  const server = await serveHttp(runtime, { ...identity, port: 0, ...options });
  open.push(server);
  return server;
}

describe('serveStdio', () => {
  test.each([
    ['maxMessageBytes', Number.NaN, 'from 1 on, or Infinity for no limit'],
    ['maxValues', 0, 'from 1 on, or Infinity for no limit'],
    ['drainTimeoutMs', -1, 'from 0 to 2147483647'],
  ])('rejects a %s of %d', async (name, value, range) => {
    const { runtime } = gated();
    await expect(serveStdio(runtime, { ...identity, [name]: value })).rejects.toThrow(
      new RangeError(`${name} is ${value}: use a whole number ${range}`),
    );
  });
});

describe('HttpHandler', () => {
  test.each([{ 'content-length': '1000' }, { 'transfer-encoding': 'chunked' }])(
    'rejects a slow body after bodyTimeoutMs and disconnects: %j',
    async (framing) => {
      const handler = createHandler(gated().runtime, { ...identity, bodyTimeoutMs: 200 });
      const site = await mount(handler);
      open.push(site);
      const body = 'content-length' in framing ? 'x'.repeat(100) : '3e8\r\nxxxxxxxxxxxxxxxxxxxxxxxxxxxx';
      const answer = await drip(site.url, { ...headers, ...framing }, body);
      const [head = '', json = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n[^]*connection: close/i);
      expect(JSON.parse(json)).toEqual(TOO_LATE);
      expect((await post(site.url, get('near'))).status).toBe(200);
      await handler.close(); // `close` takes effect immediately, because no request is pending.
    },
  );

  test('limits bodies for any spelling of their content type', async () => {
    const { url } = await start(gated().runtime, { maxBodyBytes: 100 });
    const send = (type: string) => drip(url, { ...headers, 'content-type': type, 'content-length': '101' }, 'x');
    const spellings = ['application/json', '\u00a0application/json', ' Application/JSON ;x', 'application/json\u00a0;'];
    const statuses = (await Promise.all(spellings.map(send))).map((answer) => answer.slice(0, 13));
    expect(statuses).toEqual(spellings.map(() => 'HTTP/1.1 413 '));
  });

  test('rejects a body longer than any string, even without a limit', async () => {
    const { url } = await start(gated().runtime, { maxBodyBytes: Infinity });
    const most = constants.MAX_STRING_LENGTH;
    const answer = await drip(url, { ...headers, 'content-length': `${most + 1}`, connection: 'close' }, '');
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(
      error(-32000, `The body is larger than ${most} bytes`),
    );
  });

  test('rejects requests beyond maxRequests before it reads them', async () => {
    const { runtime, release, untilWaiting } = gated();
    let authentications = 0;
    const authenticate = () => {
      authentications += 1;
      return { principal: 'p', scopes: [] };
    };
    const { url } = await start(runtime, { maxRequests: 2, authenticate });
    const ready = async () => (await fetch(new URL('/readyz', url))).status;
    const answers = [post(url, get('wait', 1)), post(url, get('wait', 2))];
    await untilWaiting(2);
    const answer = await drip(url, { ...headers, 'content-length': '1000' }, '');
    const [head = '', json = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n[^]*retry-after: 1\r\n/);
    expect(JSON.parse(json)).toEqual(TOO_MANY);
    expect([(await fetch(url)).status, await ready(), authentications]).toEqual([503, 503, 2]);
    release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect([(await post(url, get('near'))).status, await ready()]).toEqual([200, 200]);
  });

  test('disconnects a client that does not read its response after answerTimeoutMs', async () => {
    const long = definePrompt({ name: 'long', render: () => 'x'.repeat(15_000_000) });
    const near = definePrompt({ name: 'near', render: () => 'here' });
    const runtime = new Runtime({ prompts: [long, near] });
    const { url } = await start(runtime, { maxRequests: 1, answerTimeoutMs: 400 });
    const { port, host } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1').pause();
    socket.on('error', () => {}); // The server disconnects.
    const body = get('long');
    const head = Object.entries({ host, ...headers, 'content-length': `${body.length}` });
    socket.write(`POST /mcp HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
    const isFull = async () => (await post(url, get('near'))).status === 503;
    await until(isFull);
    await until(async () => !(await isFull()));
    const closed = once(socket, 'close');
    let received = 0;
    socket.on('data', (chunk) => (received += chunk.length)).resume();
    await closed;
    expect(received).toBeLessThan(15_000_000);
    expect((await post(url, get('near'))).status).toBe(200);
  });

  test('counts a disconnected client until its authentication ends', async () => {
    let authentications = 0;
    let authenticateFirst = () => {};
    const gate = new Promise<void>((resolve) => (authenticateFirst = resolve));
    const authenticate = async () => {
      authentications += 1;
      if (authentications === 1) await gate;
      return { principal: 'p', scopes: [] };
    };
    const { url } = await start(gated().runtime, { maxRequests: 1, authenticate });
    const isFull = async () => (await post(url, get('near'))).status === 503;
    const leaving = new AbortController();
    const request = { method: 'POST', headers, body: get('near'), signal: leaving.signal };
    const { closed } = nextRequest(url);
    const failure = fetch(url, request).catch((reason: Error) => reason.name);
    await until(() => authentications === 1);
    leaving.abort();
    expect(await failure).toBe('AbortError');
    await closed;
    expect(await isFull()).toBe(true);
    authenticateFirst();
    await until(async () => !(await isFull()));
    expect(authentications).toBe(2);
  });

  test('serves a session and its stream even with maxRequests 1', async () => {
    const { url } = await start(gated().runtime, { maxRequests: 1 });
    const hello = await post(url, JSON.stringify(initialize('2025-11-25')));
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const leaving = new AbortController();
    const stream = await fetch(url, {
      headers: { accept: 'text/event-stream', ...session },
      signal: leaving.signal,
    });
    const statuses = [];
    for (const body of [PING, get('near'), PING]) statuses.push((await post(url, body, session)).status);
    expect([hello.status, stream.status, ...statuses]).toEqual([200, 200, 200, 200, 200]);
    leaving.abort();
  });

  test('rejects completions beyond maxCompletionsPerSecond for a second', async () => {
    const { url } = await start(gated().runtime, { maxCompletionsPerSecond: 2 });
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const send = async (message: Json) => {
      const { status, headers: answered, body } = await post(url, JSON.stringify(message));
      return status === 429 ? [status, answered.get('retry-after'), body] : status;
    };
    const refused = (id?: Json) => [429, '1', error(-32000, TOO_MANY_COMPLETIONS, id)];
    expect([
      await send(completion(1)),
      await send(completion(2, { _meta: { progressToken: 1 } })),
      await send(completion('third')),
      await send([completion(4), completion(5)]),
      await send(JSON.parse(get('near'))),
    ]).toEqual([200, 200, refused('third'), refused(), 200]);
    now += 2_000;
    expect([await send([completion(1), completion(2), completion(3)]), await send(completion(4))]).toEqual([
      refused(),
      200,
    ]);
  });

  test('counts completions per principal', async () => {
    const authenticate = ({ headers: sent }: Request) => ({ principal: sent.get('x-name') ?? '', scopes: [] });
    const { url } = await start(gated().runtime, { maxCompletionsPerSecond: 2, authenticate });
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now);
    const statuses = [];
    for (const name of ['her', 'her', 'her', 'him', 'him', 'her', 'him']) {
      statuses.push((await post(url, JSON.stringify(completion(1)), { 'x-name': name })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 429]);
  });

  test('applies the limits to web-standard requests', async () => {
    const handler = createHandler(gated().runtime, { ...identity, bodyTimeoutMs: 200, maxCompletionsPerSecond: 2 });
    open.push(handler);
    const send = async (body: string | ReadableStream) => {
      const init = { method: 'POST', headers, body, duplex: 'half' as const };
      const response = await handler.fetch(new Request('http://localhost/', init));
      return [response.status, ((await response.json()) as { error?: Json }).error];
    };
    const { error: tooLate } = TOO_LATE;
    expect(await send(new ReadableStream())).toEqual([408, tooLate]);
    const answers = [];
    for (let id = 0; id < 3; id += 1) answers.push((await send(JSON.stringify(completion(id))))[0]);
    expect(answers).toEqual([200, 200, 429]);
  });

  test('does not count open subscriptions towards maxRequests', async () => {
    const server = await serveHttp(new Runtime({ prompts: [] }), {
      name: 'x',
      version: '1',
      port: 0,
      maxRequests: 1,
    });
    const leaving = new AbortController();
    const listen = { method: 'subscriptions/listen', params: { notifications: { promptsListChanged: true } } };
    const stream = await fetch(server.url, {
      method: 'POST',
      headers: { ...headers, ...headersOf(listen) },
      body: JSON.stringify(messageOf(listen)),
      signal: leaving.signal,
    });
    const { status } = await ask(server.url, { method: 'prompts/list' });
    expect([stream.status, stream.headers.get('content-type'), status]).toEqual([200, 'text/event-stream', 200]);
    leaving.abort();
    await server.close();
  });

  test('counts a subscription towards maxRequests until it has started', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let watched = 0;
    class Slow extends ResourceReader {
      async read(uri: string) {
        return { uri, text: uri };
      }
      override async watch() {
        watched += 1;
        await begun;
        return () => {};
      }
    }
    const runtime = new Runtime({ prompts: [], resources: new Slow() });
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0, maxRequests: 1 });
    const listen = {
      method: 'subscriptions/listen',
      params: { notifications: { resourceSubscriptions: ['slow:///1'] } },
    };
    const leaving = new AbortController();
    const stream = fetch(server.url, {
      method: 'POST',
      headers: { ...headers, ...headersOf(listen) },
      body: JSON.stringify(messageOf(listen)),
      signal: leaving.signal,
    });
    await until(() => watched > 0);
    const list = { method: 'prompts/list' };
    expect((await ask(server.url, list)).status).toBe(503);
    begin();
    expect([(await stream).status, (await ask(server.url, list)).status]).toEqual([200, 200]);
    leaving.abort();
    await server.close();
  });

  test('rejects deeply nested capabilities', async () => {
    const near = definePrompt({ name: 'near', render: () => 'here' });
    const server = await serveHttp(new Runtime({ prompts: [near] }), { name: 'x', version: '1', port: 0 });
    const request = { method: 'prompts/get', params: { name: 'near' } };
    for (const levels of [50, 1_500, 5_000]) {
      const capabilities = `{"experimental":${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}}`;
      const body = JSON.stringify(messageOf({ ...request, capabilities: {} })).replace(
        '"io.modelcontextprotocol/clientCapabilities":{}',
        `"io.modelcontextprotocol/clientCapabilities":${capabilities}`,
      );
      const { status } = await post(server.url, body, headersOf(request));
      expect([levels, status]).toEqual([levels, levels === 50 ? 200 : 400]);
    }
    expect((await ask(server.url, request)).status).toBe(200);
    await server.close();
  });
});
