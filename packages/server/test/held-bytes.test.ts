import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { definePrompt } from '@cuecard/core';
import { type EndpointOptions } from '../build/endpoint/endpoint.js';
import { listen } from '../build/server/listen.js';
import { type HttpHandler } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { until } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

const open = closables();

/** More than the kernel buffers for an unread connection. */
const LARGE = 15 * 1024 * 1024;
const TOO_MANY = [503, '1', 'The pending requests and responses use too much memory'];

const large = () => new Uint8Array(LARGE).fill(0x20);

/** Creates a large event stream. */
function streamed(hasEnded = false): Response {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(large());
      if (hasEnded) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const text = 'x'.repeat(LARGE);
const inADocument = (options: EndpointOptions) =>
  serverOf({ ...options, sessions: false }, runtimeOf([definePrompt({ name: 'large', render: () => text })]));
const answering = (answer: () => Response) => (options: EndpointOptions) =>
  endpointOf(options, ({ head }) => (head.name === 'small' ? Response.json({}) : answer()));

const ANSWERS: Record<string, (options: EndpointOptions) => HttpHandler> = {
  'a large response': answering(() => new Response(large())),
  'a large document': inADocument,
  'an unfinished event stream': answering(() => streamed()),
  'a finished event stream': answering(() => streamed(true)),
};

const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'large' } });
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function start(handler: HttpHandler) {
  const server = await listen(handler, { port: 0, drainTimeoutMs: 0 });
  open.push(server);
  const { port, host } = new URL(server.url);
  const askUnread = async (): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1').pause();
    const head = Object.entries({ host, ...headers, 'content-length': message.length });
    await once(socket, 'connect');
    socket.write(`POST /mcp HTTP/1.1\r\n${head.map((pair) => `${pair.join(': ')}\r\n`).join('')}\r\n${message}`);
    return socket;
  };
  const small = { method: 'POST', headers: { ...headers, 'mcp-name': 'small' }, body: '{}' };
  const ask = async () => {
    const answer = await handler.fetch(new Request(server.url, small));
    const { error } = (await answer.json()) as { error?: { message: string } };
    return answer.status === 503 ? [503, answer.headers.get('retry-after'), error?.message] : answer.status;
  };
  const isFull = async () => !handler.isReady?.();
  return { askUnread, ask, isFull };
}

describe.each(Object.entries(ANSWERS))('maxHeldBytes with %s', (_, make) => {
  test('rejects requests until the client has read the response', async () => {
    const { askUnread, ask, isFull } = await start(make({ maxHeldBytes: 1_000_000, maxPendingBytes: Infinity }));
    const socket = await askUnread();
    await until(isFull);
    expect(await ask()).toEqual(TOO_MANY);
    socket.resume();
    await until(async () => !(await isFull()));
    expect(await ask()).not.toEqual(TOO_MANY);
    socket.destroy();
  });

  test('accepts requests after the client has disconnected', async () => {
    const { askUnread, ask, isFull } = await start(make({ maxHeldBytes: 1_000_000, maxPendingBytes: Infinity }));
    const socket = await askUnread();
    await until(isFull);
    expect(await ask()).toEqual(TOO_MANY);
    socket.destroy();
    await until(async () => !(await isFull()));
    expect(await ask()).not.toEqual(TOO_MANY);
  });
});

describe('maxHeldBytes', () => {
  test('counts the unread bytes of all clients together', async () => {
    const { askUnread, ask, isFull } = await start(
      ANSWERS['a large response']?.({ maxHeldBytes: 1.5 * LARGE }) as never,
    );
    const first = await askUnread();
    await until(async () => (await ask()) === 200);
    expect(await isFull()).toBe(false);
    const second = await askUnread();
    await until(isFull);
    expect(await ask()).toEqual(TOO_MANY);
    first.destroy();
    await until(async () => !(await isFull()));
    second.destroy();
  });

  test('rejects only the caller with too many unread bytes', async () => {
    const authenticate = (request: Request) => ({ principal: request.headers.get('x-caller') ?? '', scopes: [] });
    const limits = { maxHeldBytes: 1.2 * LARGE, maxPendingBytes: Infinity, authenticate };
    const endpoint = endpointOf(limits, ({ head }) => (head.name === 'small' ? Response.json({}) : streamed()));
    const ask = async (caller: string, name: string) => {
      const sent = { ...headers, 'x-caller': caller, 'mcp-name': name };
      const answer = await endpoint.fetch(
        new Request('http://localhost/mcp', { method: 'POST', headers: sent, body: '{}' }),
      );
      return { status: answer.status, body: answer.body };
    };
    const { body } = await ask('ada', 'large');
    await until(async () => (await ask('ada', 'small')).status === 503);
    expect([endpoint.isReady?.(), (await ask('bob', 'small')).status]).toEqual([true, 200]);
    await body?.cancel();
    expect((await ask('ada', 'small')).status).toBe(200);
  });
});
