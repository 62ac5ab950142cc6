import { Exchange } from '@cuecard/http';
import { expect, test } from '@jest/globals';

const asked = () => new Request('http://localhost/mcp', { method: 'POST', body: '{}' });
const stream = (body: ReadableStream<Uint8Array>) =>
  new Response(body, { headers: { 'content-type': 'text/event-stream' } });

function watched(response: Response) {
  const exchange = new Exchange(asked());
  const seen = { ends: 0 };
  exchange.onEnd(() => (seen.ends += 1));
  return { seen, answer: exchange.answer(response) };
}

test('an exchange is over when its stream has been read, or is let go of, or breaks', async () => {
  const whole = watched(stream(new Response('data: x\n\n').body as ReadableStream<Uint8Array>));
  const left = watched(stream(new ReadableStream({ pull: () => new Promise(() => {}) })));
  const broken = watched(
    stream(new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) }, { highWaterMark: 0 })),
  );
  expect([whole.seen.ends, left.seen.ends, broken.seen.ends]).toEqual([0, 0, 0]);
  expect(await whole.answer.text()).toBe('data: x\n\n');
  await left.answer.body?.cancel();
  await expect(broken.answer.text()).rejects.toThrow('broken');
  expect([whole.seen.ends, left.seen.ends, broken.seen.ends]).toEqual([1, 1, 1]);
});

test('an exchange is over once, with an answer that is no stream', () => {
  const { seen } = watched(Response.json({}));
  expect(seen.ends).toBe(1);
});
