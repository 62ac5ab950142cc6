import { PassThrough, Writable } from 'node:stream';
import { LineTransport } from '@cuecard/transports';
import { afterEach, describe, expect, jest, test } from '@jest/globals';

const progress = { jsonrpc: '2.0', method: 'notifications/progress' } as const;
const response = { jsonrpc: '2.0', id: 1, result: {} } as const;

describe('LineTransport.send', () => {
  afterEach(() => {
    jest.useRealTimers();
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
    const transport = new LineTransport({ stdin: new PassThrough(), stdout });
    const sent = Promise.all([transport.send(progress), transport.send(response)]);
    await jest.advanceTimersByTimeAsync(1);
    const [first, second] = [progress, response].map((message) => `${JSON.stringify(message)}\n`);
    expect(lines).toEqual([first]);
    await jest.advanceTimersByTimeAsync(1);
    await sent;
    expect(lines).toEqual([first, second]);
  });
});
