import { PassThrough } from 'node:stream';
import { LineTransport } from '@cuecard/transports';
import { expect, test } from '@jest/globals';

const notice = { jsonrpc: '2.0', method: 'notifications/progress' } as const;
const answer = { jsonrpc: '2.0', id: 1, result: {} } as const;

test('an answer comes later than the notice before it, so that no client reads both at once', async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const arrivals: [string, number][] = [];
  stdout.on('data', (chunk: Buffer) => void arrivals.push([chunk.toString(), performance.now()]));
  const transport = new LineTransport({ stdin, stdout });
  await Promise.all([transport.send(notice), transport.send(answer)]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(arrivals.map(([line]) => line)).toEqual([notice, answer].map((message) => `${JSON.stringify(message)}\n`));
  expect((arrivals[1]?.[1] ?? 0) - (arrivals[0]?.[1] ?? 0)).toBeGreaterThanOrEqual(1);
});
