import { fork } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  Arg,
  definePrompt,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Runtime,
  type RegistryEntry,
} from '@cuecard/core';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { closables } from '../../support/closables.ts';
import { Held } from '../../support/held.ts';
import type { Adapter } from './adapter.ts';
import { headers, initialized, introduction } from './raw.ts';
import { mount } from './sites.ts';

const identity = { name: 'x', version: '1' };
const REQUESTS = 20;

class Name {
  @Arg()
  name = '';
}

@Prompt()
class Asking implements PromptHandler {
  async render(_: object, context: RequestContext) {
    return (await context.ask(Name, 'Who is there?')).name;
  }
}

/** A prompt that listens to its signal while it waits. */
const waiting = definePrompt({
  name: 'waiting',
  render: async (_, { signal }) => {
    await sleep(20, undefined, { signal });
    return 'done';
  },
});

const get = (name: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name, ...params } });

const BODIES = [
  ['a prompt', get('waiting')],
  ['a prompt with a progress token', get('waiting', { _meta: { progressToken: 'it' } })],
  ['invalid JSON', '{"jsonrpc":'],
] as const;

const answerTo = ({ id }: { id: unknown }) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: { name: 'Ada' } } });

const PIECES = 1_000;

/** The start of a body, which is sent byte by byte. */
const begun = ' '.repeat(PIECES);
const FRAMINGS = {
  'transfer-encoding: chunked': {
    begun: begun.replaceAll(' ', '1\r\n \r\n'),
    rest: (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  },
  [`content-length: ${PIECES + get('waiting').length}`]: { begun, rest: (body: string) => body },
};

/** Sends a chunked body in one write, because its framing splits it, and any other body byte by byte. */
function trickle(socket: Socket, body: string, done: () => void): void {
  if (body.startsWith('1')) return void socket.write(body, () => setTimeout(done, 100));
  if (body === '') return void setTimeout(done, 100);
  socket.write(body.charAt(0), () => setImmediate(() => trickle(socket, body.slice(1), done)));
}

/** Returns the decoded chunks of a stream. */
const textsOf = ({ body }: Response) => body?.pipeThrough(new TextDecoderStream()) ?? [];

const heldRequests = fileURLToPath(new URL('../fixtures/held-requests.mjs', import.meta.url));

/** Counts the requests that a server keeps after `REQUESTS` responses, for each body. */
async function countHeld(adapter: string): Promise<Record<string, number>> {
  const cases = BODIES.map(([name, body]) => ({ name, body, requests: REQUESTS }));
  const counting = fork(heldRequests, [adapter, JSON.stringify(cases)]);
  const [counts] = (await once(counting, 'message')) as [readonly number[]];
  return Object.fromEntries(cases.map(({ name }, at) => [name, counts[at] ?? Infinity]));
}

const runtimeOf = (...prompts: RegistryEntry[]) => new Runtime({ prompts });

/**
 * Tests how much memory an adapter uses for requests.
 * @param adapter the module that a child process imports
 */
export function testMemory({ createHandler }: Pick<Adapter, 'createHandler'>, adapter: string): void {
  const open = closables();
  afterEach(() => void jest.restoreAllMocks());

  describe('HttpHandler', () => {
    test('does not keep requests after their responses', async () => {
      const counts = Object.entries(await countHeld(adapter));
      // Node itself may keep the last few.
      expect([counts.length, counts.filter(([, count]) => count >= REQUESTS / 2)]).toEqual([BODIES.length, []]);
    }, 60_000); // A busy machine searches its heap six times.

    test.each(Object.entries(FRAMINGS))(
      'does not keep or await each chunk of a body, with %s',
      async (framing, { begun: start, rest }) => {
        const handler = createHandler(runtimeOf(waiting), { ...identity });
        const pieces = new Held();
        const site = await mount((incoming, outgoing) => {
          const push = incoming.push.bind(incoming);
          incoming.push = (piece) => push(piece instanceof Uint8Array ? pieces.watch(piece) : piece);
          handler(incoming, outgoing);
        });
        open.push(site, handler);
        const { port, host } = new URL(site.url);
        const socket = connect(Number(port), '127.0.0.1').setNoDelay();
        const head = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`POST /mcp HTTP/1.1\r\n${head.join('')}${framing}\r\n\r\n`);
        await sleep(20);
        const read = jest.spyOn(ReadableStreamDefaultReader.prototype, 'read');
        await new Promise<void>((resolve) => trickle(socket, start, resolve));
        const { all, held } = await pieces.counts();
        expect([all > 200, held < 50, read.mock.calls.length < 50]).toEqual([true, true, true]);
        socket.write(rest(get('waiting')));
        const [answer] = (await once(socket, 'data')) as [Buffer];
        expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK/);
        socket.destroy();
      },
    );
  });
}

/** Tests that an adapter releases requests and sessions. */
export function testReleased({ createHandler }: Pick<Adapter, 'createHandler'>): void {
  const open = closables();
  afterEach(() => void jest.useRealTimers());

  describe('HttpHandler', () => {
    test.each(BODIES)('removes its abort listener after the response to %s', async (_, body) => {
      const handler = createHandler(runtimeOf(waiting), { ...identity });
      open.push(handler);
      const request = new Request('http://localhost/', { method: 'POST', headers, body });
      await (await handler.fetch(request)).text();
      expect(getEventListeners(request.signal, 'abort')).toEqual([]);
    });

    test('ends a session sessionIdleMs after its user was asked', async () => {
      jest.useFakeTimers();
      const handler = createHandler(runtimeOf(Asking), { ...identity, sessionIdleMs: 60_000 });
      open.push(handler);
      const send = (body: string, more: Record<string, string> = {}) =>
        handler.fetch(new Request('http://localhost/', { method: 'POST', headers: { ...headers, ...more }, body }));
      const hello = await send(JSON.stringify(introduction('2025-11-25')));
      const client = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
      const ping = async () => (await send('{"jsonrpc":"2.0","id":2,"method":"ping"}', client)).status;
      await send(JSON.stringify(initialized), client);
      for await (const text of textsOf(await send(get('asking'), client))) {
        const [, question] = /^data: (.*"elicitation\/create".*)$/m.exec(text) ?? [];
        if (question !== undefined) await send(answerTo(JSON.parse(question) as { id: unknown }), client);
      }
      const before = await ping();
      await jest.advanceTimersByTimeAsync(180_000);
      expect([before, await ping()]).toEqual([200, 404]);
    });
  });
}
