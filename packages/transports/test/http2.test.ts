import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { definePrompt } from '@cuecard/core';
import type { HttpHandler } from '@cuecard/transports';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { pending, until } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

const open = closables();

/** Serves a handler over HTTP/2, to a client that sends all it asks over one connection. */
async function start(handler: HttpHandler) {
  const server = createServer((incoming, outgoing) => {
    // Node makes them look like those of HTTP/1, without saying so in their types.
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
    stream.on('error', () => {}); // It is left, or hung up on.
    stream.end(body);
    return stream;
  };
  const answerTo = async (...asked: Parameters<typeof ask>) => {
    const stream = ask(...asked);
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    let text = '';
    for await (const piece of stream.setEncoding('utf8')) text += piece;
    return { status: headers[':status'], headers, text };
  };
  const statusTo = async (...asked: Parameters<typeof ask>) => (await answerTo(...asked)).status;
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

describe.each([true, false])('over HTTP/2, with lane: %s,', (lane) => {
  test('a request is answered with a document', async () => {
    const { answerTo } = await start(serverOf({ lane }, runtimeOf([near])));
    const { headers, text } = await answerTo();
    expect([headers, JSON.parse(text)]).toMatchObject([
      { ':status': 200, 'content-type': 'application/json' },
      answered,
    ]);
  });

  test('a request is answered with a stream', async () => {
    const { answerTo } = await start(serverOf({ lane }, runtimeOf([near])));
    const { headers, text } = await answerTo({}, JSON.stringify(get({ progressToken: 1 })));
    const messages = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown);
    expect([headers, messages]).toMatchObject([
      { ':status': 200, 'content-type': 'text/event-stream' },
      [{ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }, answered],
    ]);
  });
});

test('hosts and origins are looked at over HTTP/2, and pages are told what they may read', async () => {
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

test('whoever verifies is given a request of HTTP/2 as a web-standard one', async () => {
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

test('a body is limited over HTTP/2, whether it says its length or not', async () => {
  const { statusTo } = await start(endpointOf({ maxBodyBytes: 1_000 }));
  const statuses = [
    await statusTo({}, 'x'.repeat(100_000)),
    await statusTo({ 'content-length': '2000' }, 'x'.repeat(2_000)),
    await statusTo(),
  ];
  expect(statuses).toEqual([413, 413, 200]);
});

test('a client that leaves a request of HTTP/2 is noticed', async () => {
  const left = pending();
  let asked = 0;
  const handler = endpointOf({ maxRequests: 1 }, async (exchange) => {
    asked += 1;
    exchange.onEnd(() => left.settle());
    if (asked === 1) await left.promise;
    return Response.json({});
  });
  const { ask, statusTo } = await start(handler);
  const stream = ask();
  await until(() => asked === 1);
  const beyond = await statusTo();
  stream.close(constants.NGHTTP2_CANCEL);
  await left.promise;
  await until(() => handler.isReady?.() === true);
  expect([beyond, await statusTo()]).toEqual([503, 200]);
});

test('an answer that is not read over HTTP/2 is held, and dropped when its client leaves or takes too long', async () => {
  const large = new Uint8Array(8_000_000);
  const handler = endpointOf({ maxHeldBytes: 1_000_000, answerTimeoutMs: 300 }, () => new Response(large));
  const { session, ask } = await start(handler);
  const isFull = () => handler.isReady?.() === false;
  const left = ask();
  await until(isFull);
  left.close(constants.NGHTTP2_CANCEL);
  await until(() => !isFull());
  ask();
  await until(isFull);
  await until(() => !isFull());
  expect(session.destroyed).toBe(false);
});
