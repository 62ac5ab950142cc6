import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { LineTransport } from '@cuecard/transports';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../test/support/runs.ts';

const request = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
const answer = (id: number) => ({ jsonrpc: '2.0' as const, id, result: {} });

/** Starts a transport whose client buffers almost nothing. */
async function start() {
  const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 16 })];
  const transport = new LineTransport({ stdin, stdout });
  await transport.start();
  return { stdin, stdout, transport };
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

describe('LineTransport', () => {
  test('sends all responses to a slow client, and removes its listeners', async () => {
    const { stdin, stdout, transport } = await start();
    const listeners = () => [stdout.listenerCount('drain'), stdout.listenerCount('close')];
    const before = listeners();
    transport.onmessage = ({ id }) => void transport.send(answer(id as number));
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

  test('drains after a response to a disconnected client', async () => {
    const { stdin, stdout, transport } = await start();
    const received = new Promise<void>((resolve) => (transport.onmessage = () => resolve()));
    stdin.write(request(1));
    await received;
    stdout.destroy();
    await turn();
    const drained = transport.drain();
    await transport.send(answer(1));
    await drained;
    expect(stdout.listenerCount('close')).toBe(0);
  });

  describe('when a line is invalid', () => {
    /** Resolves to the responses to some lines. */
    async function responsesTo(...chunks: (string | Buffer)[]): Promise<unknown[]> {
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const transport = new LineTransport({ stdin, stdout, maxMessageBytes: 100 });
      await transport.start();
      transport.onmessage = ({ id }) => void transport.send(answer(id as number));
      for (const chunk of chunks) stdin.write(chunk);
      return read(stdout, chunks.length);
    }
    const fault = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message } });

    test('responds without an id, even to a response', async () => {
      expect(await responsesTo('{"jsonrpc":"2.0","id":7,"result":null}\n', request(7))).toEqual([
        fault(-32600, 'Invalid Request: not a JSON-RPC 2.0 message'),
        answer(7),
      ]);
    });

    test('reports invalid encoding, length and syntax', async () => {
      const latin1 = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'é' })}\n`, 'latin1');
      expect(await responsesTo(latin1, `${'x'.repeat(200)}\n`, 'x\n', request(7))).toEqual([
        fault(-32700, 'Parse error: the line is not UTF-8'),
        fault(-32600, 'Invalid Request: longer than 100 bytes'),
        fault(-32700, 'Parse error: the line is not JSON'),
        answer(7),
      ]);
    });

    test('reads the messages around it, in any chunks', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async (sizes) => {
          const all = Buffer.from(`${request(1)}\n \r\n${request(2)}nonsense é\n${request(3)}`);
          const chunks: Buffer[] = [];
          for (let at = 0, turnOf = 0; at < all.length; turnOf += 1) {
            const size = sizes[turnOf % sizes.length] ?? 1;
            chunks.push(all.subarray(at, at + size));
            at += size;
          }
          const [stdin, stdout] = [new PassThrough(), new PassThrough()];
          const transport = new LineTransport({ stdin, stdout });
          await transport.start();
          transport.onmessage = ({ id }) => void transport.send(answer(id as number));
          for (const chunk of chunks) stdin.write(chunk);
          const noJson = fault(-32700, 'Parse error: the line is not JSON');
          expect(await read(stdout, 4)).toEqual([answer(1), answer(2), noJson, answer(3)]);
        }),
        { numRuns: runs(1_000) },
      );
    });
  });

  test.each([
    ['is destroyed', (stdin: PassThrough) => stdin.destroy()],
    ['fails', (stdin: PassThrough) => stdin.destroy(new Error('EIO'))],
    ['ends', (stdin: PassThrough) => stdin.end()],
  ])('closes once when stdin %s', async (_, end) => {
    const { stdin, transport } = await start();
    let closed = 0;
    const isClosed = new Promise<void>((resolve) => {
      transport.onclose = () => {
        closed += 1;
        resolve();
      };
    });
    stdin.resume();
    end(stdin);
    await isClosed;
    await turn();
    expect(closed).toBe(1);
  });
});
