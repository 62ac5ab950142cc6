import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, constants, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt, type RequestContext } from '@cuecard/core';
import type { HttpHandler } from '@cuecard/transports';
import { expect, test } from '@jest/globals';
import { EventLog } from '../build/session/event-log.js';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { Events } from './support/events.ts';
import { pending, until } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

const open = closables();
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

test.each([true, false])('work that goes on after its time is of its share, with lane: %s', async (lane) => {
  const gate = pending<string>();
  const work = definePrompt({ name: 'work', render: () => gate.promise });
  const authenticate = ({ headers }: Request) => ({ principal: headers.get('x-caller') ?? '', scopes: [] });
  const server = serverOf({ lane, maxRequests: 4, authenticate }, runtimeOf([work], { renderMs: 20 }));
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'work' } });
  const ask = async (caller: string) => {
    const headers = { ...json, 'x-caller': caller };
    const answer = await server.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    return ((await answer.json()) as { error: { message: string } }).error.message;
  };
  const hers = [await ask('ada'), await ask('ada'), await ask('ada'), await ask('ada')];
  const his = await ask('bob');
  gate.settle('done');
  const late = 'Prompt "work" did not answer within 20 ms';
  expect([hers, his]).toEqual([[late, late, late, 'Too many requests of this caller are in progress'], late]);
});

test('an event after which some have been dropped, or that has not come, is not known', () => {
  const log = new EventLog();
  const stream = log.begin();
  for (let at = 0; at < 10; at += 1) stream.send(JSON.stringify('x'.repeat(60_000))); // The last four are kept.
  const known = [0, 5, 6, 10, 11].map((number) => log.resume(`${stream.id}-${number}`, {}) !== undefined);
  stream.end();
  expect(known).toEqual([false, false, true, true, false]);
});

async function session(prompts: Parameters<typeof runtimeOf>[0]) {
  const runtime = runtimeOf(prompts);
  const server = serverOf({ drainMs: 0 }, runtime);
  open.push(server);
  const send = (headers: Record<string, string>, message?: object) => {
    const body = message && { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }) };
    return server.fetch(new Request('http://localhost/mcp', { ...body, headers: { ...json, ...headers } }));
  };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const hello = await send({}, { id: 0, method: 'initialize', params });
  const own = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
  return { runtime, ask: (message?: object, more = {}) => send({ ...own, ...more }, message) };
}

test('a list that has changed while the standalone stream was lost is told to whoever resumes it', async () => {
  const { runtime, ask } = await session([]);
  const lost = new Events(await ask());
  const primed = await lost.next();
  await lost.leave();
  await sleep(20);
  runtime.replace(runtime.registry.with(definePrompt({ name: 'one', render: () => 'one' })));
  await sleep(100);
  const resumed = new Events(await ask(undefined, { 'last-event-id': primed?.id }));
  const next = await Promise.race([resumed.next(), sleep(500)]);
  await resumed.leave();
  expect(next).toMatchObject({ message: { method: 'notifications/prompts/list_changed' } });
});

test('whoever resumes a stream takes it from its client, who may have gone without a word', async () => {
  const answer = pending<string>();
  let progress: RequestContext['progress'] = () => {};
  const render = (_: object, context: RequestContext) => {
    progress = (step) => context.progress(step);
    progress(1);
    return answer.promise;
  };
  const { ask } = await session([definePrompt({ name: 'work', render })]);
  const params = { name: 'work', _meta: { progressToken: 'it' } };
  const first = new Events(await ask({ id: 1, method: 'prompts/get', params }));
  const primed = await first.next();
  await first.next();
  const second = new Events(await ask(undefined, { 'last-event-id': primed?.id }));
  expect(await first.rest()).toEqual([]);
  progress(2);
  const methods = [(await second.next())?.message, (await second.next())?.message];
  answer.settle('done');
  expect(methods).toMatchObject([{ params: { progress: 1 } }, { params: { progress: 2 } }]);
});

test('a body to which a middleware listens as well is read all the same', async () => {
  const endpoint = endpointOf({}, ({ message }) => Response.json({ read: message }));
  const server = createServer((incoming, outgoing) => {
    incoming.on('data', () => {});
    endpoint(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const signal = AbortSignal.timeout(3_000);
  const answer = fetch(url, { method: 'POST', headers: json, body: '{"a":1}', signal });
  const read = await answer.then((given) => given.json()).catch((error: Error) => error.name);
  server.closeAllConnections();
  server.close();
  expect(read).toEqual({ read: { a: 1 } });
});

test('an empty body that says it has some was read by somebody else', async () => {
  const headers = { ...json, 'content-length': '2' };
  const answer = await endpointOf().fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body: '' }));
  expect(answer.status).toBe(500);
});

async function http2(handler: HttpHandler) {
  const server = createHttp2Server((incoming, outgoing) => {
    handler(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  open.push({ close: async () => (client.destroy(), void server.close()) });
  return client;
}
const POST = { ':method': 'POST', ':path': '/mcp', ...json };

test.each([
  ['slow', 408, { bodyTimeoutMs: 50 }],
  ['large', 413, { maxBodyBytes: 1_000 }],
])(
  'a body that is too %s ends its own request of HTTP/2, and no other of the connection',
  async (_, status, options) => {
    const client = await http2(endpointOf(options));
    const stream = client.request(POST);
    stream.on('error', () => {});
    stream.write('x'.repeat(1_001)); // And it never ends.
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    await once(stream.resume(), 'close');
    expect([headers[':status'], client.closed, client.destroyed]).toEqual([status, false, false]);
  },
);

test('the signal of a request of HTTP/2 aborts when its client leaves', async () => {
  const seen = { asked: false, ended: false, aborted: false };
  const client = await http2(
    endpointOf({}, async (exchange) => {
      exchange.signal.addEventListener('abort', () => (seen.aborted = true));
      const ended = pending();
      exchange.onEnd(() => ended.settle());
      seen.asked = true;
      await ended.promise;
      seen.ended = true;
      return Response.json({});
    }),
  );
  const stream = client.request(POST);
  stream.on('error', () => {});
  stream.end('{}');
  await until(() => seen.asked);
  stream.close(constants.NGHTTP2_CANCEL);
  await until(() => seen.ended);
  expect(seen).toEqual({ asked: true, ended: true, aborted: true });
});

test('a body that breaks off is answered for, through fetch, too', async () => {
  const handler = endpointOf();
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
  const init = { method: 'POST', headers: json, body, duplex: 'half' as const };
  expect((await handler.fetch(new Request('http://localhost/mcp', init))).status).toBe(400);
  await handler.close(); // At once: nothing is in flight.
});

test('an answer that cannot be written hangs up on its own client only', async () => {
  const handler = endpointOf();
  const server = createServer((incoming, outgoing) => {
    if (incoming.headers['x-broken'] !== undefined)
      Object.assign(outgoing, {
        writeHead: () => {
          throw new Error('Somebody has put this here');
        },
      });
    handler(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  open.push({ close: async () => void server.close() });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const ask = async (headers: object) =>
    fetch(url, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    }).then(
      ({ status }) => status,
      () => 'hung up',
    );
  expect([await ask({ 'x-broken': '1' }), await ask({})]).toEqual(['hung up', 200]);
});
