import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { definePrompt, type RequestContext, Runtime } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';

const request = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
const answer = (id: number) => ({ result: {}, jsonrpc: '2.0' as const, id });

/** Serves a client that buffers almost nothing. */
async function start(options: object = {}, runtime = new Runtime({ prompts: [] })) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 16 })];
  const server = await serveStdio(runtime, { name: 'x', version: '1', stdin, stdout, ...options });
  return { stdin, stdout, server };
}

/** Reads a number of lines. */
async function read(stdout: PassThrough, lines: number): Promise<unknown[]> {
  let text = '';
  while (text.split('\n').length <= lines) {
    text += (stdout.read() as Buffer | null)?.toString() ?? '';
    await turn();
  }
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

describe('serveStdio', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('sends all responses to a slow client, and removes its listeners', async () => {
    const { stdin, stdout } = await start();
    const listeners = () => [stdout.listenerCount('drain'), stdout.listenerCount('close')];
    const before = listeners();
    const ids = Array.from({ length: 50 }, (_, index) => index);
    for (let round = 0; round < 3; round += 1) {
      for (const id of ids) stdin.write(request(id));
      await turn();
      const waiting = listeners();
      expect(await read(stdout, ids.length)).toEqual(ids.map(answer));
      await turn();
      expect({ waiting, after: listeners() }).toEqual({ waiting: before.map((count) => count + 1), after: before });
    }
  });

  test('closes after a response to a disconnected client', async () => {
    let finish = () => {};
    const wait = definePrompt({
      name: 'wait',
      render: () => new Promise<string>((end) => (finish = () => end('done'))),
    });
    const { stdin, stdout, server } = await start({}, new Runtime({ prompts: [wait] }));
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'wait' } })}\n`);
    await turn();
    stdout.destroy();
    await turn();
    const closed = server.close();
    finish();
    await closed;
    expect(stdout.listenerCount('close')).toBe(0);
  });

  test('runs requests in the asynchronous context of its call', async () => {
    const user = new AsyncLocalStorage<string>();
    const whose = definePrompt({ name: 'whose', render: () => `${user.getStore()}` });
    const { stdin, stdout } = await user.run('Ann', () => start({}, new Runtime({ prompts: [whose] })));
    const get = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'whose' } };
    user.run('Bob', () => stdin.write(`${JSON.stringify(get)}\n`));
    const messages = [{ role: 'user', content: { type: 'text', text: 'Ann' } }];
    expect(await read(stdout, 1)).toEqual([{ jsonrpc: '2.0', id: 1, result: { messages } }]);
  });

  test('writes a response 2 ms after the notification before it', async () => {
    jest.useFakeTimers();
    const lines: string[] = [];
    const stdout = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const report = definePrompt({
      name: 'report',
      render(_: object, context: RequestContext) {
        context.progress(1);
        return 'done';
      },
    });
    const { stdin } = await start({ stdout }, new Runtime({ prompts: [report] }));
    const params = { name: 'report', _meta: { progressToken: 1 } };
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params })}\n`);
    await jest.advanceTimersByTimeAsync(1);
    const sent = [lines.length];
    await jest.advanceTimersByTimeAsync(2);
    sent.push(lines.length);
    expect([sent, lines.map((line) => (JSON.parse(line) as { method?: string }).method)]).toEqual([
      [1, 2],
      ['notifications/progress', undefined],
    ]);
  });

  describe('when a line is invalid', () => {
    /** Resolves to the responses to some lines. */
    async function responsesTo(...chunks: (string | Buffer)[]): Promise<unknown[]> {
      const { stdin, stdout } = await start({ maxMessageBytes: 100 });
      for (const chunk of chunks) stdin.write(chunk);
      return read(stdout, chunks.length);
    }
    const fault = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message } });

    test('responds without an id, even to an invalid response', async () => {
      expect(await responsesTo('{"jsonrpc":"2.0","id":7,"result":null}\n', request(7))).toEqual([
        fault(-32600, 'Invalid Request: not a JSON-RPC 2.0 message'),
        answer(7),
      ]);
    });

    test('never responds to a notification (JSON-RPC 2.0, "Notification")', async () => {
      const invalid = { jsonrpc: '2.0', method: 'notifications/cancelled', params: [], extra: 1 };
      const { stdin, stdout } = await start();
      stdin.write(`${JSON.stringify(invalid)}\n${JSON.stringify([invalid])}\n${request(7)}`);
      expect(await read(stdout, 1)).toEqual([answer(7)]);
    });

    test('reports invalid encoding, length and syntax', async () => {
      const latin1 = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'é' })}\n`, 'latin1');
      expect(await responsesTo(latin1, `${'x'.repeat(200)}\n`, 'x\n', request(7))).toEqual([
        fault(-32700, 'Parse error: the message is not valid JSON in UTF-8'),
        fault(-32600, 'Invalid Request: the message is longer than 100 bytes'),
        fault(-32700, 'Parse error: the message is not valid JSON in UTF-8'),
        answer(7),
      ]);
    });

    test('reads the messages before and after it, in any chunks', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async (sizes) => {
          const all = Buffer.from(`${request(1)}\n \r\n${request(2)}nonsense é\n${request(3)}`);
          const chunks: Buffer[] = [];
          for (let at = 0, turnOf = 0; at < all.length; turnOf += 1) {
            const size = sizes[turnOf % sizes.length] ?? 1;
            chunks.push(all.subarray(at, at + size));
            at += size;
          }
          const { stdin, stdout } = await start();
          for (const chunk of chunks) stdin.write(chunk);
          const noJson = fault(-32700, 'Parse error: the message is not valid JSON in UTF-8');
          const received = (await read(stdout, 4)) as { id?: number }[];
          const sorted = received.toSorted((one, other) => (one.id ?? 0) - (other.id ?? 0));
          expect(sorted).toEqual([noJson, answer(1), answer(2), answer(3)]);
        }),
        { numRuns: runs(1_000) },
      );
    });
  });

  test.each([
    ['is destroyed', (stdin: PassThrough) => stdin.destroy()],
    ['fails', (stdin: PassThrough) => stdin.destroy(new Error('EIO'))],
    ['ends', (stdin: PassThrough) => stdin.end()],
  ])('releases its streams when stdin %s', async (_, end) => {
    const { stdin, stdout } = await start();
    const listeners = () => [stdin.listenerCount('data'), stdout.listenerCount('error')];
    const before = listeners();
    stdin.resume();
    end(stdin);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect([before, listeners()]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});
