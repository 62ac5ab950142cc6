import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { EventStream } from '../build/edge/event-stream.js';
import { EventLog } from '../build/session/event-log.js';
import { passingStream, Reply } from '../build/session/reply.js';

type Options = ConstructorParameters<typeof Reply>[0];

const answer = (id: number) => ({ jsonrpc: '2.0' as const, id, result: { of: id } });
const notice = { jsonrpc: '2.0' as const, method: 'notifications/message', params: {} };
const fault = { jsonrpc: '2.0', error: { code: -32600, message: 'no' } };
const eventOf = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

function replyTo(requests: readonly number[], options: Partial<Options> = {}) {
  return new Reply({
    requests,
    isBatch: false,
    refusals: [],
    mode: 'auto',
    headers: () => ({ 'mcp-session-id': 'mine' }),
    stream: () => passingStream(new EventStream()),
    ...options,
  });
}

/** What the client gets once all is answered. */
async function given(reply: Reply) {
  await reply.settled;
  const response = await reply.response;
  return [response.status, response.headers.get('content-type'), await response.text()];
}

const document = (body: object, status = 200) => [status, 'application/json', JSON.stringify(body)];
const stream = (...messages: object[]) => [200, 'text/event-stream', messages.map(eventOf).join('')];

/** Whether something has not come about yet. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), turn(true)]);
}

describe('a document answers', () => {
  test('a request of which nothing is said before, with the headers of its session', async () => {
    const reply = replyTo([1]);
    expect([await isPending(reply.response), await isPending(reply.settled)]).toEqual([true, true]);
    reply.answer(answer(1));
    expect((await reply.response).headers.get('mcp-session-id')).toBe('mine');
    expect(await given(reply)).toEqual(document(answer(1)));
  });

  test('a batch, once all of it is answered: as a list, even of one', async () => {
    const [two, one] = [replyTo([1, 2], { isBatch: true }), replyTo([3], { isBatch: true })];
    two.answer(answer(2));
    expect(await isPending(two.response)).toBe(true);
    two.answer(answer(1));
    one.answer(answer(3));
    expect([await given(two), await given(one)]).toEqual([document([answer(2), answer(1)]), document([answer(3)])]);
  });

  test('a batch with what is no message in it, with the refusals of that', async () => {
    const reply = replyTo([1], { isBatch: true, refusals: [fault] });
    reply.answer(answer(1));
    expect(await given(reply)).toEqual(document([fault, answer(1)]));
  });

  test('at once a batch that asks nothing, with nothing but refusals', async () => {
    expect(await given(replyTo([], { isBatch: true, refusals: [fault] }))).toEqual(document([fault], 400));
  });

  test('with a status of its own where that says something, but not for a batch', async () => {
    const statusOf = ({ id }: { id?: unknown }) => 400 + Number(id);
    const [alone, batch] = [replyTo([4], { statusOf }), replyTo([4], { statusOf, isBatch: true })];
    alone.answer(answer(4));
    batch.answer(answer(4));
    expect([await given(alone), await given(batch)]).toEqual([document(answer(4), 404), document([answer(4)])]);
  });

  test('whatever is said before the answer, where answers are documents', async () => {
    const reply = replyTo([1], { mode: 'json' });
    expect(reply.say(notice)).toBe(true);
    reply.answer(answer(1));
    expect(await given(reply)).toEqual(document(answer(1)));
  });
});

describe('a stream answers', () => {
  test('as soon as something is said before the answer, with all that was answered before', async () => {
    const reply = replyTo([1, 2], { isBatch: true, refusals: [fault] });
    reply.answer(answer(2));
    expect(reply.say(notice)).toBe(true);
    expect(await isPending(reply.response)).toBe(false);
    reply.answer(answer(1));
    expect(await given(reply)).toEqual(stream(fault, answer(2), notice, answer(1)));
  });

  test('from the beginning where answers are streams', async () => {
    const reply = replyTo([1], { mode: 'sse' });
    expect(await isPending(reply.response)).toBe(false);
    reply.answer(answer(1));
    expect(await given(reply)).toEqual(stream(answer(1)));
  });

  test('what has no status of its own, but not what has one', async () => {
    const statusOf = ({ id }: { id?: unknown }) => (id === 1 ? 200 : 404);
    const [right, refused] = [replyTo([1], { mode: 'sse', statusOf }), replyTo([2], { mode: 'sse', statusOf })];
    expect([await isPending(right.response), await isPending(refused.response)]).toEqual([true, true]);
    right.answer(answer(1));
    refused.answer(answer(2));
    expect([await given(right), await given(refused)]).toEqual([stream(answer(1)), document(answer(2), 404)]);
  });

  test('what may have a status of its own once it takes so long that proxies must hear from it', async () => {
    jest.useFakeTimers();
    const reply = replyTo([1], { mode: 'sse', statusOf: () => 404 });
    jest.advanceTimersByTime(15_000);
    jest.useRealTimers();
    expect(await isPending(reply.response)).toBe(false);
    reply.answer(answer(1));
    expect(await given(reply)).toEqual(stream(answer(1)));
  });

  test('not for something that is no JSON: a document does', async () => {
    const reply = replyTo([1]);
    expect(() => reply.say({ ...notice, params: { count: 1n } })).toThrow(TypeError);
    reply.answer(answer(1));
    expect(await given(reply)).toEqual(document(answer(1)));
  });
});

describe('a request that is cancelled', () => {
  test('is answered with a stream without events, also where answers are documents', async () => {
    const replies = [replyTo([1]), replyTo([1], { mode: 'json' })];
    for (const reply of replies) reply.cancel(1);
    expect(await Promise.all(replies.map(given))).toEqual([stream(), stream()]);
  });

  test('leaves the others of its batch their answers', async () => {
    const reply = replyTo([1, 2], { isBatch: true });
    reply.cancel(1);
    expect(await isPending(reply.settled)).toBe(true);
    reply.answer(answer(1));
    reply.answer(answer(2));
    expect(await given(reply)).toEqual(document([answer(2)]));
  });

  test('ends a stream that has begun', async () => {
    const reply = replyTo([1]);
    reply.say(notice);
    reply.cancel(1);
    expect(await given(reply)).toEqual(stream(notice));
  });
});

test('a server that ends gives the answers that it has, and no more', async () => {
  const [none, some, begun] = [replyTo([1]), replyTo([1, 2], { isBatch: true }), replyTo([1])];
  some.answer(answer(1));
  begun.say(notice);
  for (const reply of [none, some, begun]) {
    reply.end();
    reply.end();
    reply.answer(answer(2));
  }
  expect(await Promise.all([none, some, begun].map(given))).toEqual([stream(), document([answer(1)]), stream(notice)]);
});

test('what nobody has asked, or what comes a second time, is no answer', async () => {
  const reply = replyTo([1, 2], { isBatch: true });
  for (const id of [3, 1, 1, 2, 2]) reply.answer(answer(id));
  reply.cancel(3);
  expect(reply.say(notice)).toBe(false);
  expect(await given(reply)).toEqual(document([answer(1), answer(2)]));
});

test('somebody waits for an answer until it has come, or its client leaves a stream that it cannot resume', () => {
  const resumable = () => {
    const session = new EventLog().begin();
    const sink = session.open({}, false);
    const kept = {
      response: sink.response,
      get isRead() {
        return session.isRead;
      },
      send: (json: string) => session.send(json),
      leave: () => sink.end(),
      end: () => session.end(),
    };
    return { session, stream: () => kept };
  };
  const [unread, passing, lost, ended] = [replyTo([1]), replyTo([1]), resumable(), replyTo([1])];
  const resumed = replyTo([1], { stream: lost.stream });
  for (const reply of [passing, resumed]) reply.say(notice);
  const areAwaited = () => [unread, passing, resumed, ended].map(({ isAwaited }) => isAwaited);
  const seen = [areAwaited()];
  for (const reply of [unread, passing, resumed]) reply.leave();
  ended.answer(answer(1));
  seen.push(areAwaited());
  lost.session.resume(0, {});
  seen.push(areAwaited());
  for (const reply of [unread, passing, resumed]) reply.end();
  expect([...seen, areAwaited()]).toEqual([
    [true, true, true, true],
    [false, false, false, false],
    [false, false, true, false],
    [false, false, false, false],
  ]);
});
