import { definePrompt, Registry, type RequestContext } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { Events } from './support/events.ts';
import { pending } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

const open = closables();

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Opens a session with a prompt whose progress and response the test triggers. */
async function start(revision = '2025-11-25') {
  const answer = pending<string>();
  let progress: RequestContext['progress'] = () => {};
  const work = definePrompt({
    name: 'work',
    render: (_, context) => {
      progress = (...step) => context.progress(...step);
      progress(1);
      return answer.promise;
    },
  });
  const runtime = runtimeOf([work]);
  const notify = () => runtime.replace(new Registry([work, definePrompt({ name: 'new', render: () => '' })]));
  const server = serverOf({ drainTimeoutMs: 0 }, runtime);
  open.push(server, { close: async () => answer.settle('done') });
  const send = (headers: Record<string, string>, message?: object) => {
    const body = message && { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }) };
    return server.fetch(new Request('http://localhost/mcp', { ...body, headers: { ...json, ...headers } }));
  };
  const client = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const hello = await send({}, { id: 0, method: 'initialize', params: client });
  const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
  await send(session, { method: 'notifications/initialized' });
  const params = { name: 'work', _meta: { progressToken: 'it' } };
  const ask = async (id = 1) => new Events(await send(session, { id, method: 'prompts/get', params }));
  const listen = (headers: Record<string, string> = {}) => send({ ...session, ...headers });
  const resume = async (id = '') => new Events(await listen({ 'last-event-id': id }));
  const report: RequestContext['progress'] = (...step) => progress(...step);
  return { ask, listen, resume, notify, progress: report, answer: () => answer.settle('done') };
}

const progressed = (progress: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 'it', progress },
});
const result = { messages: [{ role: 'user', content: { type: 'text', text: 'done' } }] };
const answered = { jsonrpc: '2.0', id: 1, result };

describe('Last-Event-ID', () => {
  test.each([
    ['2025-11-25', [undefined, progressed(1)]],
    ['2025-06-18', [progressed(1), answered]],
  ])('sends a first event id from revision 2025-11-25 on: %s', async (revision, expected) => {
    const { ask, answer } = await start(revision);
    const stream = await ask();
    const [first] = [await stream.next()];
    answer();
    const second = await stream.next();
    expect([first?.message, second?.message]).toEqual(expected);
    expect(first?.id).toMatch(/^\S+$/);
  });

  test('resumes a stream after the given event, up to its response', async () => {
    const { ask, resume, progress, answer } = await start();
    const lost = await ask();
    const primed = await lost.next();
    const first = await lost.next();
    await lost.leave();
    progress(2);
    progress(3);
    const resumed = await resume(first?.id);
    const missed = [await resumed.next(), await resumed.next()];
    progress(4);
    const later = await resumed.next();
    answer();
    const rest = await resumed.rest();
    const all = [first, ...missed, later, ...rest];
    expect(all.map((event) => event?.message)).toEqual([
      progressed(1),
      progressed(2),
      progressed(3),
      progressed(4),
      answered,
    ]);
    expect(new Set(all.map((event) => event?.id)).size).toBe(5);
    expect(await (await resume(primed?.id)).rest()).toEqual(all);
    expect(await (await resume(missed[1]?.id)).rest()).toEqual([later, ...rest]);
  });

  test('resumes a stream that was lost before its first message', async () => {
    const { ask, resume, answer } = await start();
    const lost = await ask();
    const primed = await lost.next();
    await lost.leave();
    const resumed = await resume(primed?.id);
    answer();
    expect((await resumed.rest()).map(({ message }) => message)).toEqual([progressed(1), answered]);
  });

  test('resumes each stream of a session separately', async () => {
    const { ask, resume, answer } = await start();
    const lost = [await ask(1), await ask(2)];
    const primed = [await lost[0]?.next(), await lost[1]?.next()];
    for (const stream of lost) await stream.leave();
    const resumed = [await resume(primed[0]?.id), await resume(primed[1]?.id)];
    answer();
    const messages = await Promise.all(resumed.map((stream) => stream.rest()));
    expect(messages.map((all) => all.map(({ message }) => message))).toEqual([
      [progressed(1), answered],
      [progressed(1), { ...answered, id: 2 }],
    ]);
  });

  test('sends a notification for each list if missed events are dropped', async () => {
    const { ask, listen, resume, notify, progress } = await start();
    const listening = new Events(await listen());
    const primed = await listening.next();
    notify();
    const notice = await listening.next();
    await listening.leave();
    await ask();
    for (let step = 2; step < 8; step += 1) progress(step, 10, 'x'.repeat(50_000));
    const resumed = await resume(primed?.id);
    const events = [await resumed.next(), await resumed.next()];
    expect(events.map((event) => event?.message)).toEqual([undefined, notice?.message]);
    expect(notice?.message).toEqual({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' });
  });

  test.each(['', 'x', '7-1', '0-x', '0-1-1'])('rejects the event id %j', async (id) => {
    const { listen } = await start();
    const answer = await listen({ 'last-event-id': id });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        error: {
          code: -32600,
          message:
            'Invalid Request: the event in last-event-id is no longer available; open the stream without last-event-id',
        },
      },
    ]);
  });
});
