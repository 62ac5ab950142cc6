import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ClientHttp2Stream, connect, constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { definePrompt } from '@cuecard/core';
import type { EndpointOptions } from '../build/endpoint/endpoint.js';
import type { HttpHandler } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { pending, until } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

const open = closables();

/** Serves a handler over HTTP/2 to a client with one connection. */
async function start(handler: HttpHandler) {
  const server = createServer((incoming, outgoing) => {
    // Node's objects are compatible with those of HTTP/1, but their types are not.
    handler(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  open.push({
    close: async () => {
      session.destroy();
      server.close();
    },
  });
  const ask = (headers: Record<string, string> = {}, body = MESSAGE) => {
    const kinds = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const stream = session.request({ ':method': 'POST', ':path': '/mcp', ...kinds, ...headers });
    stream.on('error', () => {}); // Either side may end the stream.
    stream.end(body);
    return stream;
  };
  const answerTo = async (...args: Parameters<typeof ask>) => {
    const stream = ask(...args);
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    let text = '';
    for await (const piece of stream.setEncoding('utf8')) text += piece;
    return { status: headers[':status'], headers, text };
  };
  const statusTo = async (...args: Parameters<typeof ask>) => (await answerTo(...args)).status;
  return { session, ask, answerTo, statusTo };
}

const get = (meta: object) => ({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'near', _meta: meta } });
const MESSAGE = JSON.stringify(get({}));
const near = definePrompt({
  name: 'near',
  render: (_, context) => {
    context.progress(1);
    return 'hü';
  },
});
const answered = {
  jsonrpc: '2.0',
  id: 1,
  result: { messages: [{ role: 'user', content: { type: 'text', text: 'hü' } }] },
};

describe('HttpHandler over HTTP/2', () => {
  test('returns a JSON response', async () => {
    const { answerTo } = await start(serverOf({}, runtimeOf([near])));
    const { headers, text } = await answerTo();
    expect([headers, JSON.parse(text)]).toMatchObject([
      { ':status': 200, 'content-type': 'application/json' },
      answered,
    ]);
  });

  test('returns an event stream', async () => {
    const { answerTo } = await start(serverOf({}, runtimeOf([near])));
    const { headers, text } = await answerTo({}, JSON.stringify(get({ progressToken: 1 })));
    const messages = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown);
    expect([headers, messages]).toMatchObject([
      { ':status': 200, 'content-type': 'text/event-stream' },
      [{ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }, answered],
    ]);
  });

  test('checks hosts and origins, and sends CORS headers', async () => {
    const { statusTo, answerTo } = await start(endpointOf());
    const origin = 'http://localhost:6274';
    const { status, headers } = await answerTo({ origin });
    expect([
      await statusTo({ ':authority': 'evil.example' }),
      await statusTo({ origin: 'http://evil.example' }),
      await statusTo({ ':method': 'OPTIONS', origin, 'access-control-request-method': 'POST' }),
      status,
      headers['access-control-allow-origin'],
    ]).toEqual([403, 403, 204, 200, origin]);
  });

  test('accepts a Host header that repeats the :authority, and rejects one that differs', async () => {
    const { statusTo } = await start(endpointOf());
    expect([
      await statusTo({ ':authority': 'localhost', host: 'localhost' }),
      await statusTo({ ':authority': 'localhost', host: 'evil.example' }),
      await statusTo({ ':authority': 'evil.example', host: 'localhost' }),
    ]).toEqual([200, 403, 403]);
  });

  test('passes a Request to `authenticate`', async () => {
    const seen: unknown[] = [];
    const authenticate = (request: Request) => {
      seen.push(request.method, request.url, Object.fromEntries(request.headers));
      return undefined;
    };
    const { statusTo } = await start(endpointOf({ authenticate }));
    const status = await statusTo({ ':authority': 'localhost', authorization: 'Bearer sesame' });
    const headers = { authorization: 'Bearer sesame', 'content-type': 'application/json' };
    expect([status, seen]).toMatchObject([401, ['POST', 'http://localhost/mcp', headers]]);
  });

  test('limits bodies with and without a content-length', async () => {
    const { statusTo } = await start(endpointOf({ maxBodyBytes: 1_000 }));
    const statuses = [
      await statusTo({}, 'x'.repeat(100_000)),
      await statusTo({ 'content-length': '2000' }, 'x'.repeat(2_000)),
      await statusTo(),
    ];
    expect(statuses).toEqual([413, 413, 200]);
  });

  test('ends a request when its client cancels it', async () => {
    const [first, left] = [pending(), pending()];
    let requests = 0;
    const handler = endpointOf({ maxRequests: 1 }, async (exchange) => {
      requests += 1;
      exchange.onEnd(() => left.settle());
      first.settle();
      if (requests === 1) await left.promise;
      return Response.json({});
    });
    const { ask, statusTo } = await start(handler);
    const stream = ask();
    await first.promise;
    const beyond = await statusTo();
    stream.close(constants.NGHTTP2_CANCEL);
    await left.promise;
    await until(() => handler.isReady?.() === true);
    expect([beyond, await statusTo()]).toEqual([503, 200]);
  });

  test.each<[string, EndpointOptions, (stream: ClientHttp2Stream) => void]>([
    ['the client cancels it', {}, (stream) => stream.close(constants.NGHTTP2_CANCEL)],
    // This is Node's own timeout, which cannot be faked.
    ['answerTimeoutMs has passed', { answerTimeoutMs: 100 }, () => {}],
  ])('counts an unread response until %s', async (_, options, end) => {
    const large = new Uint8Array(8_000_000);
    const handler = endpointOf({ maxHeldBytes: 1_000_000, ...options }, () => new Response(large));
    const { session, ask } = await start(handler);
    const stream = ask();
    await until(() => handler.isReady?.() === false);
    end(stream);
    await until(() => handler.isReady?.() === true);
    expect(session.destroyed).toBe(false);
  });
});
