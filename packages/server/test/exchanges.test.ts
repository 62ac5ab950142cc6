import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { exchangeOf } from './support/exchange-of.ts';

const newExchange = () => exchangeOf(new Request('http://localhost/mcp', { method: 'POST', body: '{}' }));
const stream = (body: ReadableStream<Uint8Array>) =>
  new Response(body, { headers: { 'content-type': 'text/event-stream' } });

async function watched(response: Response) {
  const exchange = newExchange();
  const seen = { ends: 0 };
  exchange.onEnd(() => (seen.ends += 1));
  exchange.respond(response);
  return { seen, answer: await exchange.answered };
}

describe('Exchange', () => {
  test('ends when its stream is read, cancelled or fails', async () => {
    const whole = await watched(stream(new Response('data: x\n\n').body as ReadableStream<Uint8Array>));
    const left = await watched(stream(new ReadableStream({ pull: () => new Promise(() => {}) })));
    let fail = () => {};
    const broken = await watched(
      stream(new ReadableStream({ start: (controller) => void (fail = () => controller.error(new Error('broken'))) })),
    );
    expect([whole.seen.ends, left.seen.ends, broken.seen.ends]).toEqual([0, 0, 0]);
    expect(await whole.answer.text()).toBe('data: x\n\n');
    await left.answer.body?.cancel();
    fail();
    await expect(broken.answer.text()).rejects.toThrow('broken');
    expect([whole.seen.ends, left.seen.ends, broken.seen.ends]).toEqual([1, 1, 1]);
  });

  test('ends once with a response that is not a stream', async () => {
    const { seen } = await watched(Response.json({}));
    expect(seen.ends).toBe(1);
  });

  describe('endWithIdentity', () => {
    afterEach(() => {
      jest.useRealTimers();
    });
    const until = (time: number) => {
      const exchange = newExchange();
      exchange.identity = { principal: 'ada', scopes: [], expiresAt: time / 1_000 };
      exchange.endWithIdentity();
      return exchange;
    };
    const answer = (exchange: ReturnType<typeof until>, response: Response) => {
      exchange.respond(response);
      return exchange.answered;
    };
    const endless = (seen: { cancelled: boolean }) =>
      stream(
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
      const read = answer(exchange, endless(seen)).then((answered) => answered.text());
      await jest.advanceTimersByTimeAsync(59_999);
      expect(seen).toEqual({ cancelled: false, ends: 0 });
      await jest.advanceTimersByTimeAsync(1);
      expect([await read, seen]).toEqual(['data: x\n\n', { cancelled: true, ends: 1 }]);
    });

    test('clears its timers when the client cancels, and sets none for JSON', async () => {
      jest.useFakeTimers();
      const [left, other] = [until(Date.now() + 60_000), until(Date.now() + 60_000)];
      const { body } = await answer(left, endless({ cancelled: false }));
      await answer(other, Response.json({}));
      await jest.advanceTimersByTimeAsync(0);
      expect(jest.getTimerCount()).toBe(2); // The expiry of the identity, and answerTimeoutMs.
      await body?.cancel();
      expect(jest.getTimerCount()).toBe(0);
    });

    test('ends the stream immediately for a past expiry only', async () => {
      jest.useFakeTimers();
      const [past, far] = [{ cancelled: false }, { cancelled: false }];
      for (const [seen, time] of [
        [past, Date.now() - 5_000],
        [far, Date.now() + 400 * 86_400_000],
      ] as const) {
        void answer(until(time), endless(seen)).then((answered) => answered.text());
      }
      await jest.advanceTimersByTimeAsync(1_000);
      expect([past, far]).toEqual([{ cancelled: true }, { cancelled: false }]);
    });
  });
});
