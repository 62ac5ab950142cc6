import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { HeldBytes } from '../build/edge/held-bytes.js';
import { exchangeOf } from './support/exchange-of.ts';

const limits = { maxPendingBytes: 1_000, answerTimeoutMs: 5_000 };

/** Creates a stream whose chunks the test writes, as the response of an exchange. */
function streamed(held?: HeldBytes) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const seen = { cancelled: 0, ends: 0 };
  const stream = new ReadableStream<Uint8Array>({
    start: (created) => void (controller = created),
    cancel: () => void (seen.cancelled += 1),
  });
  const exchange = exchangeOf(new Request('http://localhost/mcp'), limits, held);
  exchange.onEnd(() => (seen.ends += 1));
  const reader = (exchange.responseOf({ stream, headers: {} }).body as ReadableStream<Uint8Array>).getReader();
  const write = async (bytes: number) => {
    controller?.enqueue(new Uint8Array(bytes));
    await jest.advanceTimersByTimeAsync(0);
  };
  const take = async () => (await reader.read()).value?.length;
  return { seen, write, take, leave: () => reader.cancel(), end: () => controller?.close() };
}

describe('HeldStream', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('stays open without a time limit while it is idle', async () => {
    const { seen, write, take } = streamed();
    await write(10);
    expect(await take()).toBe(10);
    await jest.advanceTimersByTimeAsync(3_600_000);
    await write(20);
    expect([await take(), seen]).toEqual([20, { cancelled: 0, ends: 0 }]);
  });

  test('aborts after answerTimeoutMs unless its client reads slowly', async () => {
    const [left, slow] = [streamed(), streamed()];
    for (const { write } of [left, slow]) for (let piece = 0; piece < 3; piece += 1) await write(100);
    for (let piece = 0; piece < 3; piece += 1) {
      await jest.advanceTimersByTimeAsync(4_999);
      await slow.take();
    }
    await jest.advanceTimersByTimeAsync(60_000);
    expect([left.seen, slow.seen]).toEqual([
      { cancelled: 1, ends: 1 },
      { cancelled: 0, ends: 0 },
    ]);
    await expect(left.take()).rejects.toThrow('The client did not read from the stream for 5000 ms');
  });

  test('aborts beyond maxPendingBytes unless its client catches up', async () => {
    const { seen, write, take } = streamed();
    await write(5_000_000);
    expect(seen).toEqual({ cancelled: 0, ends: 0 });
    await write(1);
    await jest.advanceTimersByTimeAsync(999);
    expect(seen).toEqual({ cancelled: 0, ends: 0 });
    await jest.advanceTimersByTimeAsync(1);
    expect(seen).toEqual({ cancelled: 1, ends: 1 });
    await expect(take()).rejects.toThrow('The stream has more than 1000 unread bytes');
  });

  test('stays open while its client reads', async () => {
    const { seen, write, take } = streamed();
    for (let piece = 0; piece < 100; piece += 1) void write(500);
    let taken = 0;
    while (taken < 50_000) taken += (await take()) ?? 0;
    await jest.advanceTimersByTimeAsync(60_000);
    expect([taken, seen]).toEqual([50_000, { cancelled: 0, ends: 0 }]);
  });

  test('splits a large chunk', async () => {
    const { write, take, end } = streamed();
    await write(200_000);
    end();
    const pieces = [await take(), await take(), await take(), await take(), await take()];
    expect(pieces).toEqual([65_536, 65_536, 65_536, 3_392, undefined]);
  });

  test('releases all bytes and timers when it is cancelled', async () => {
    const { seen, write, leave } = streamed();
    await write(10);
    const writing = write(10);
    await leave();
    await writing;
    expect([jest.getTimerCount(), seen]).toEqual([0, { cancelled: 1, ends: 1 }]);
  });

  test('counts unread bytes until they are read, cancelled or aborted', async () => {
    const held = new HeldBytes(100);
    const [read, left, stalled] = [streamed(held), streamed(held), streamed(held)];
    const seen = [held.isFull];
    await read.write(60);
    await left.write(39);
    seen.push(held.isFull);
    await stalled.write(1);
    seen.push(held.isFull);
    await read.take();
    await left.write(60);
    seen.push(held.isFull);
    await left.leave();
    await stalled.write(98);
    seen.push(held.isFull);
    await stalled.write(1);
    seen.push(held.isFull);
    await jest.advanceTimersByTimeAsync(5_000);
    expect([seen, held.isFull]).toEqual([[false, false, true, true, false, true], false]);
    held.for('').add(99);
    expect(held.isFull).toBe(false); // All bytes were released, and none of them twice.
    held.for('').add(1);
    expect(held.isFull).toBe(true);
  });
});
