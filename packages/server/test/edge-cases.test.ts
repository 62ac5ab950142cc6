import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, constants, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { definePrompt, type RequestContext } from '@cuecard/core';
import type { HttpHandler } from '@cuecard/server';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { EventLog } from '../build/session/event-log.js';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { Events } from './support/events.ts';
import { fakeOnly } from '../../../build/jest/fake-time.ts';
import { pending, until } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

afterEach(() => {
  jest.useRealTimers();
});
const open = closables(); // This hook runs after the previous one, because servers need real timers to close.
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe('maxCallerShare', () => {
  test('counts a prompt towards the share even after renderMs', async () => {
    fakeOnly('setTimeout');
    const gate = pending<string>();
    const render = () => {
      setImmediate(() => jest.advanceTimersByTime(20));
      return gate.promise;
    };
    const work = definePrompt({ name: 'work', render });
    const authenticate = ({ headers }: Request) => ({ principal: headers.get('x-caller') ?? '', scopes: [] });
    const server = serverOf({ maxRequests: 4, authenticate }, runtimeOf([work], { renderMs: 20 }));
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
    expect([hers, his]).toEqual([[late, late, late, 'Too many requests from this caller are in progress'], late]);
  });
});

describe('EventLog.resume', () => {
  test('accepts only event ids that were sent and are still kept', () => {
    const log = new EventLog();
    const stream = log.begin();
    // The log keeps the last four events.
    for (let at = 0; at < 10; at += 1) stream.send(JSON.stringify('x'.repeat(60_000)));
    const known = [0, 5, 6, 10, 11].map((number) => log.resume(`${stream.id}-${number}`, {}) !== undefined);
    stream.end();
    expect(known).toEqual([false, false, true, true, false]);
  });
});

describe('Last-Event-ID', () => {
  /** Starts a server. `join` opens a session. */
  function sessions(prompts: Parameters<typeof runtimeOf>[0] = []) {
    const runtime = runtimeOf(prompts);
    const server = serverOf({ drainTimeoutMs: 0 }, runtime);
    open.push(server);
    const send = (headers: Record<string, string>, message?: object) => {
      const body = message && { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }) };
      return server.fetch(new Request('http://localhost/mcp', { ...body, headers: { ...json, ...headers } }));
    };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const join = async () => {
      const hello = await send({}, { id: 0, method: 'initialize', params });
      const own = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
      return (message?: object, more = {}) => send({ ...own, ...more }, message);
    };
    return { runtime, join };
  }

  test('sends a missed list_changed on the standalone stream', async () => {
    const { runtime, join } = sessions();
    const [ask, askOther] = [await join(), await join()];
    const [lost, other] = [new Events(await ask()), new Events(await askOther())];
    const [primed] = [await lost.next(), await other.next()];
    await lost.leave();
    runtime.replace(runtime.registry.with(definePrompt({ name: 'one', render: () => 'one' })));
    const changed = { message: { method: 'notifications/prompts/list_changed' } };
    expect(await other.next()).toMatchObject(changed); // The server notifies sessions in the order of their creation.
    const resumed = new Events(await ask(undefined, { 'last-event-id': primed?.id }));
    expect(await resumed.next()).toMatchObject(changed);
    await Promise.all([resumed.leave(), other.leave()]);
  });

  test('ends the previous response of a stream', async () => {
    const answer = pending<string>();
    let progress: RequestContext['progress'] = () => {};
    const render = (_: object, context: RequestContext) => {
      progress = (step) => context.progress(step);
      progress(1);
      return answer.promise;
    };
    const ask = await sessions([definePrompt({ name: 'work', render })]).join();
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
});

describe('HttpHandler', () => {
  test('reads a body that a middleware also listens to', async () => {
    const endpoint = endpointOf({}, ({ message }) => Response.json({ read: message }));
    const server = createServer((incoming, outgoing) => {
      incoming.on('data', () => {});
      endpoint(incoming, outgoing);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    open.push({ close: async () => (server.closeAllConnections(), void server.close()) });
    const response = await fetch(url, { method: 'POST', headers: json, body: '{"a":1}' });
    expect(await response.json()).toEqual({ read: { a: 1 } });
  });

  test('responds with 500 to an empty body that has a content-length', async () => {
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
  ])('ends only the HTTP/2 request whose body is too %s', async (_, expected, options) => {
    fakeOnly('setTimeout');
    const client = await http2(endpointOf(options));
    const stream = client.request(POST);
    stream.on('error', () => {});
    stream.write('x'.repeat(1_001)); // This body never ends.
    let status: unknown;
    stream.once('response', (headers) => (status = headers[':status']));
    await until(() => (jest.advanceTimersByTime(50), status !== undefined));
    const closed = once(stream.resume(), 'close');
    jest.advanceTimersByTime(500); // The server reads the rest of a rejected body for 500 ms.
    await closed;
    expect([status, client.closed, client.destroyed]).toEqual([expected, false, false]);
  });

  test('ends an HTTP/2 request when its client cancels it', async () => {
    const [started, ended] = [pending(), pending()];
    const client = await http2(
      endpointOf({}, async (exchange) => {
        exchange.onEnd(() => ended.settle());
        started.settle();
        await ended.promise;
        return Response.json({});
      }),
    );
    const stream = client.request(POST);
    stream.on('error', () => {});
    stream.end('{}');
    await started.promise;
    stream.close(constants.NGHTTP2_CANCEL);
    await ended.promise;
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  test('responds with 400 to a body of `fetch` that fails', async () => {
    const handler = endpointOf();
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
    const init = { method: 'POST', headers: json, body, duplex: 'half' as const };
    expect((await handler.fetch(new Request('http://localhost/mcp', init))).status).toBe(400);
    await handler.close(); // `close` takes effect immediately, because no request is pending.
  });

  test('disconnects only the client whose response cannot be written', async () => {
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
});
