import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { EventStream } from '../build/edge/event-stream.js';

describe('EventStream', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('sends one event per message until it ends', async () => {
    const stream = new EventStream({ 'mcp-session-id': 'mine' });
    expect([stream.send('{"a":1}'), stream.send('[2]')]).toEqual([true, true]);
    stream.end();
    stream.end();
    expect(stream.send('{"late":1}')).toBe(false);
    expect(stream.headers).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'mcp-session-id': 'mine',
    });
    expect(await new Response(stream.stream).text()).toBe(
      'event: message\ndata: {"a":1}\n\nevent: message\ndata: [2]\n\n',
    );
  });

  test('returns false from send after the client has cancelled', async () => {
    const stream = new EventStream();
    await stream.stream.cancel();
    expect(stream.send('{}')).toBe(false);
    stream.end();
  });

  test('sends a comment every 15 seconds until it ends', async () => {
    jest.useFakeTimers();
    const [ended, left] = [new EventStream(), new EventStream()];
    expect(jest.getTimerCount()).toBe(2);
    jest.advanceTimersByTime(30_000);
    ended.end();
    await left.stream.cancel();
    expect(jest.getTimerCount()).toBe(0);
    expect(await new Response(ended.stream).text()).toBe(': still here\n\n'.repeat(2));
  });
});
