import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { LineTransport, type Message } from '@cuecard/http';
import { expect, test } from '@jest/globals';

const guards = { isMessage: () => true, isIntroduction: () => false };
const request = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
const answer = (id: number) => ({ jsonrpc: '2.0' as const, id, result: {} });

/** A transport whose client takes in next to nothing before it reads. */
async function start() {
  const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 16 })];
  const transport = new LineTransport<Message>(guards, { stdin, stdout });
  await transport.start();
  return { stdin, stdout, transport };
}

/** Everything that comes until there are so many lines. */
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

test('a client that reads slowly gets every answer, and nothing is held of those that have waited', async () => {
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

test('an answer that comes when the client has gone holds no shutdown up', async () => {
  const { stdin, stdout, transport } = await start();
  const asked = new Promise<void>((resolve) => (transport.onmessage = () => resolve()));
  stdin.write(request(1));
  await asked;
  stdout.destroy();
  await turn();
  const drained = transport.drain();
  await transport.send(answer(1));
  await drained;
  expect(stdout.listenerCount('close')).toBe(0);
});
