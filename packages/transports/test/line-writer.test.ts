import { PassThrough, Writable } from 'node:stream';
import { LineTransport } from '@cuecard/transports';
import { expect, test } from '@jest/globals';

const notice = { jsonrpc: '2.0', method: 'notifications/progress' } as const;
const answer = { jsonrpc: '2.0', id: 1, result: {} } as const;

test('an answer comes later than the notice before it, so that no client reads both at once', async () => {
  const arrivals: [string, number][] = []; // As they are written: a busy reader reads both late.
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      arrivals.push([String(chunk), performance.now()]);
      done();
    },
  });
  const transport = new LineTransport({ stdin: new PassThrough(), stdout });
  await Promise.all([transport.send(notice), transport.send(answer)]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [[first, noticed], [second, answered]] = arrivals as [[string, number], [string, number]];
  expect([first, second]).toEqual([notice, answer].map((message) => `${JSON.stringify(message)}\n`));
  expect(answered - noticed).toBeGreaterThanOrEqual(1);
});
