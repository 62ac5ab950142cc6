import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { type EndpointOptions } from '../build/endpoint/endpoint.js';
import { listen } from '../build/server/listen.js';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Exchange } from '../build/edge/exchange.js';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { fakeOnly } from '../../../build/jest/fake-time.ts';
import { pending, until } from './support/gates.ts';

const open = closables();

const MAX = 400_000;
const TOO_MANY = [503, 'The pending requests and responses use too much memory'];
const ANSWERED = [200, undefined];

/** Starts an endpoint that reads the caller's name from a header. Its requests may have unfinished bodies. */
function start(options: EndpointOptions = {}, work: Parameters<typeof endpointOf>[1] = () => Response.json({})) {
  const authenticate = ({ headers }: Request) => ({ principal: headers.get('x-caller') ?? '', scopes: [] });
  const endpoint = endpointOf({ maxHeldBytes: MAX, authenticate, ...options }, work);
  const begin = (caller: string) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const headers = { 'content-type': 'application/json', 'x-caller': caller };
    const init = { method: 'POST', headers, body: readable, duplex: 'half' } as RequestInit;
    const answer = endpoint.fetch(new Request('http://localhost/mcp', init)).then(async (response) => {
      const { error } = (await response.json()) as { error?: { message: string } };
      return [response.status, error?.message];
    });
    const send = async (bytes: number) => {
      await writer.write(Buffer.alloc(bytes, ' ')).catch(() => {}); // The server may reject the body.
      await turn();
    };
    const end = async () => {
      await writer.write(Buffer.from('{}'));
      await writer.close();
      return answer;
    };
    return { answer, send, end };
  };
  return { endpoint, begin };
}

describe('maxHeldBytes', () => {
  test('limits the unfinished bodies of a caller to its share', async () => {
    const { begin } = start();
    const [first, second] = [begin('ada'), begin('ada')];
    await first.send(250_000);
    await second.send(60_000);
    expect([await begin('ada').answer, await begin('bob').end()]).toEqual([TOO_MANY, ANSWERED]);
    void first.send(1);
    expect([await first.answer, await second.end()]).toEqual([TOO_MANY, ANSWERED]);
    expect(await begin('ada').end()).toEqual(ANSWERED);
  });

  test('finishes small bodies and rejects others when the maximum is reached', async () => {
    const { endpoint, begin } = start();
    const [small, large, his, hers] = [begin('eve'), begin('eve'), begin('bob'), begin('ada')];
    await his.send(140_000);
    await hers.send(140_000);
    await small.send(60_000);
    await large.send(60_000);
    expect([endpoint.isReady?.(), await begin('kim').answer]).toEqual([false, TOO_MANY]);
    void large.send(10_000);
    expect(await large.answer).toEqual(TOO_MANY);
    expect([await small.end(), await his.end(), await hers.end()]).toEqual([ANSWERED, ANSWERED, ANSWERED]);
    expect(endpoint.isReady?.()).toBe(true);
  });

  test('counts the body of a request until all its elicitations are answered', async () => {
    const [name, age] = [pending(), pending()];
    const ask = async (exchange: Exchange) => {
      if (exchange.identity?.principal !== 'bob')
        await Promise.all([name, age].map((gate) => exchange.releaseWhile(gate.promise)));
      return Response.json({});
    };
    const { endpoint, begin } = start({ maxCallerShare: 1 }, ask);
    const [large, small] = [begin('ada'), begin('ada')];
    await large.send(390_000);
    const asking = [large.end(), small.send(10_000).then(small.end)];
    await until(() => endpoint.isReady?.() === false);
    expect(await begin('bob').answer).toEqual(TOO_MANY);
    name.settle();
    await turn();
    expect(endpoint.isReady?.()).toBe(false);
    age.settle();
    expect([await Promise.all(asking), await begin('bob').end()]).toEqual([[ANSWERED, ANSWERED], ANSWERED]);
  });
});

describe('maxHeldBytes over sockets', () => {
  const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Caller: ada\r\n';
  const begun = (bytes: number) => `${head}Content-Length: 1000000\r\n\r\n${' '.repeat(bytes)}`;

  test('rejects and releases a body above the maximum', async () => {
    fakeOnly('setTimeout');
    const { endpoint } = start();
    const server = await listen(endpoint, { port: 0 });
    open.push(server);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(begun(MAX));
    let received = '';
    socket.once('data', () => jest.advanceTimersByTime(500)); // The server reads the rest of the body for 500 ms.
    for await (const chunk of socket) received += String(chunk);
    expect([received.slice(9, 12), endpoint.isReady?.()]).toEqual(['503', true]);
    expect(received).toContain('The pending requests and responses use too much memory');
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['when its client disconnects', (socket) => socket.destroy()],
    ['after bodyTimeoutMs', () => jest.advanceTimersByTime(10_000)],
  ])('releases a body %s', async (_, end) => {
    fakeOnly('setTimeout');
    const { endpoint } = start({ maxCallerShare: 1, maxHeldBytes: 60_000, bodyTimeoutMs: 10_000 });
    const server = await listen(endpoint, { port: 0 });
    open.push(server);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(begun(60_000));
    await until(() => endpoint.isReady?.() === false);
    end(socket);
    await expect(until(() => endpoint.isReady?.() === true)).resolves.toBeUndefined();
    socket.destroy();
  });
});
