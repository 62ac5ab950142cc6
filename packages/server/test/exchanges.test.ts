import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Answer } from '../build/jsonrpc/answer.js';
import { exchangeOf } from './support/exchange-of.ts';

const newExchange = () => exchangeOf(new Request('http://localhost/mcp', { method: 'POST', body: '{}' }));
const streamOf = (stream: ReadableStream<Uint8Array>) => ({ stream, headers: {} });

function watched(answer: Answer) {
  const exchange = newExchange();
  const seen = { ends: 0 };
  exchange.onEnd(() => (seen.ends += 1));
  return { seen, answer: exchange.responseOf(answer) };
}

describe('Exchange', () => {
  test('ends when its stream is read, cancelled or fails', async () => {
    const whole = watched(streamOf(new Response('data: x\n\n').body as ReadableStream<Uint8Array>));
    const left = watched(streamOf(new ReadableStream({ pull: () => new Promise(() => {}) })));
    let fail = () => {};
    const broken = watched(
      streamOf(
        new ReadableStream({ start: (controller) => void (fail = () => controller.error(new Error('broken'))) }),
      ),
    );
    expect([whole.seen.ends, left.seen.ends, broken.seen.ends]).toEqual([0, 0, 0]);
    expect(await whole.answer.text()).toBe('data: x\n\n');
    await left.answer.body?.cancel();
    fail();
    await expect(broken.answer.text()).rejects.toThrow('broken');
    expect([whole.seen.ends, left.seen.ends, broken.seen.ends]).toEqual([1, 1, 1]);
  });

  test('ends once after a JSON response', () => {
    const { seen } = watched({ status: 200, text: '{}' });
    expect(seen.ends).toBe(1);
  });

  describe('begin()', () => {
    afterEach(() => {
      jest.useRealTimers();
    });
    const until = (time: number) => {
      const exchange = exchangeOf(new Request('http://localhost/mcp'));
      exchange.identity = { principal: 'ada', scopes: [], expiresAt: time / 1_000 };
      exchange.begin();
      return exchange;
    };
    const endless = (seen: { cancelled: boolean }) =>
      streamOf(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
          cancel: () => void (seen.cancelled = true),
        }),
      );

    test('ends the stream when the identity expires', async () => {
      jest.useFakeTimers();
      const exchange = until(Date.now() + 60_000);
      const seen = { cancelled: false, ends: 0 };
      exchange.onEnd(() => (seen.ends += 1));
      const read = exchange.responseOf(endless(seen)).text();
      await jest.advanceTimersByTimeAsync(59_999);
      expect(seen).toEqual({ cancelled: false, ends: 0 });
      await jest.advanceTimersByTimeAsync(1);
      expect([await read, seen]).toEqual(['data: x\n\n', { cancelled: true, ends: 1 }]);
    });

    test('clears its timers when the client cancels, and sets none for JSON', async () => {
      jest.useFakeTimers();
      const [left, other] = [until(Date.now() + 60_000), until(Date.now() + 60_000)];
      const { body } = left.responseOf(endless({ cancelled: false }));
      other.responseOf({ status: 200, text: '{}' });
      await jest.advanceTimersByTimeAsync(0);
      expect(jest.getTimerCount()).toBe(2); // Two timers: the expiry of the identity, and answerTimeoutMs.
      await body?.cancel();
      expect(jest.getTimerCount()).toBe(0);
    });

    test('ends the stream immediately only if the expiry has passed', async () => {
      jest.useFakeTimers();
      const [past, far] = [{ cancelled: false }, { cancelled: false }];
      for (const [seen, time] of [
        [past, Date.now() - 5_000],
        [far, Date.now() + 400 * 86_400_000],
      ] as const) {
        void until(time).responseOf(endless(seen)).text();
      }
      await jest.advanceTimersByTimeAsync(1_000);
      expect([past, far]).toEqual([{ cancelled: true }, { cancelled: false }]);
    });
  });
});
