import { definePrompt, defineResource, defineTool, type RequestContext, Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../../build/jest/runs.ts';
import { fakeClock } from '../../../../build/jest/fake-time.ts';
import { headers as json, initialize, initializeWithForms } from './support/raw.ts';
import { closables } from '../support/closables.ts';
import { Events } from '../support/events.ts';
import { pending } from '../support/gates.ts';

type Options = Parameters<typeof createHandler>[1];
type Headers = Record<string, string>;

const [key, newKey] = ['k'.repeat(32), 'n'.repeat(32)];
const NOT_FOUND = { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'Session not found' } };
const changed = (kind: string) => ({ jsonrpc: '2.0', method: `notifications/${kind}s/list_changed` });
const whoami = definePrompt({
  name: 'whoami',
  render: (_: object, { client, auth, sessionId }: RequestContext) =>
    JSON.stringify([client, auth?.principal, sessionId]),
});

const clock = fakeClock();
const open = closables();

const authenticate = ({ headers }: Request) => ({ principal: headers.get('x-caller') ?? 'ada', scopes: [] });
const resumable = { name: 'x', version: '1', sessions: 'resumable' } as const;

/** Starts one of several instances. */
const start = (options: Partial<Options> = {}, runtime?: Runtime) =>
  serve({ ...resumable, stateKeys: [key], authenticate, ...options }, runtime);

function serve(options: Options, runtime = new Runtime({ prompts: [whoami] })) {
  const handler = createHandler(runtime, options);
  open.push(handler);
  const send = (method: string, headers: Headers, message?: object) => {
    const body = message && { body: JSON.stringify(message) };
    return handler.fetch(new Request('http://localhost/mcp', { method, ...body, headers: { ...json, ...headers } }));
  };
  const ask = (session: Headers, method = 'ping', params: object = {}, id = 1) =>
    send('POST', session, { jsonrpc: '2.0', id, method, params });
  const hello = async (extra: Headers = {}, message: object = initialize('2025-11-25')) => {
    const { headers } = await send('POST', extra, message);
    return { ...extra, 'mcp-session-id': headers.get('mcp-session-id') ?? 'none' };
  };
  return {
    ask,
    hello,
    status: async (session: Headers) => (await ask(session)).status,
    listen: (session: Headers) => send('GET', session),
    end: async (session: Headers) => (await send('DELETE', session)).status,
    close: () => handler.close(),
  };
}

/** Resolves to everything that a client can see of a response. */
const seen = async (answer: Response) => [answer.status, [...answer.headers], await answer.json()];
const eventsOf = async (stream: Response, count: number) => {
  const events = new Events(stream);
  const received = [];
  while (received.length < count) received.push(await events.next());
  await events.leave();
  return received.map((event) => event?.message);
};

describe("sessions: 'resumable'", () => {
  test('restores client and principal of a session at another instance', async () => {
    const [one, other] = [start(), start()];
    const session = await one.hello({ 'x-caller': 'ada' }, initializeWithForms('2025-06-18'));
    await one.close();
    const answer = await other.ask(session, 'prompts/get', { name: 'whoami' });
    const { result } = (await answer.json()) as { result: { messages: { content: { text: string } }[] } };
    const client = { revision: '2025-06-18', name: 'raw', version: '1', capabilities: { elicitation: {} } };
    expect([answer.headers.get('mcp-session-id'), JSON.parse(result.messages[0]?.content.text ?? '')]).toEqual([
      session['mcp-session-id'],
      [client, 'ada', session['mcp-session-id']],
    ]);
  });

  test('issues short ASCII ids that do not reveal the principal', async () => {
    const message = initialize('2025-11-25');
    const clientInfo = { name: 'Grüße 🙂', version: '1', description: 'x'.repeat(2_000) };
    const session = await start().hello({}, { ...message, params: { ...message.params, clientInfo } });
    const id = session['mcp-session-id'];
    expect(id).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect([id.length < 300, Buffer.from(id, 'base64url').includes('ada')]).toEqual([true, false]);
  });

  test('issues an id that is not resumable to a large client', async () => {
    const [one, other] = [start(), start()];
    const message = initializeWithForms('2025-11-25');
    const capabilities = { experimental: { long: { text: 'x'.repeat(2_000) } } };
    const session = await one.hello({}, { ...message, params: { ...message.params, capabilities } });
    expect(session['mcp-session-id']).toMatch(/^[\da-f-]{36}$/);
    expect([await one.status(session), await other.status(session), await one.end(session)]).toEqual([200, 404, 200]);
  });

  test('sends notifications for all lists only to the first stream of a restored session', async () => {
    const runtime = () =>
      new Runtime({
        prompts: [whoami],
        tools: [defineTool({ name: 'go', call: () => 'gone' })],
        resources: [defineResource({ name: 'memo', uri: 'memo:///a', read: () => 'a' })],
      });
    const runtimes = [runtime(), runtime()] as const;
    const [one, other] = [start({}, runtimes[0]), start({}, runtimes[1])];
    const session = await one.hello();
    const first = await eventsOf(await other.listen(session), 4);
    expect(first).toEqual([undefined, changed('prompt'), changed('tool'), changed('resource')]);
    const [second, ofOne] = [new Events(await other.listen(session)), new Events(await one.listen(session))];
    expect([(await second.next())?.message, (await ofOne.next())?.message]).toEqual([undefined, undefined]);
    for (const each of runtimes) each.replace(each.registry.with(defineTool({ name: 'stop', call: () => 'stopped' })));
    const next = [(await second.next())?.message, (await ofOne.next())?.message];
    expect(next).toEqual([changed('tool'), changed('tool')]);
  });

  test('restores a session once for concurrent requests', async () => {
    let listening = 0;
    class Counted extends Runtime {
      override onListChanged(...args: Parameters<Runtime['onListChanged']>) {
        listening += 1;
        return super.onListChanged(...args);
      }
    }
    const session = await start().hello();
    const other = start({ maxSessions: 1 }, new Counted({ prompts: [whoami] }));
    const before = listening;
    const all = await Promise.all(Array.from({ length: 8 }, (_, id) => other.ask(session, 'ping', {}, id)));
    expect([all.map(({ status }) => status), listening - before]).toEqual([Array.from(all, () => 200), 1]);
  });

  test('counts restored sessions towards maxSessions', async () => {
    const one = start();
    const sessions = [await one.hello(), await one.hello()] as const;
    const other = start({ maxSessions: 1 });
    for (const session of [...sessions, ...sessions]) expect(await other.status(session)).toBe(200);
    const held = await other.listen(sessions[1]);
    const full = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'All sessions are in use' } };
    const refused = await other.ask(sessions[0]);
    expect([refused.status, await refused.json(), await other.status(sessions[1])]).toEqual([503, full, 200]);
    await held.body?.cancel();
    expect(await other.status(sessions[0])).toBe(200);
  });

  test('restores a session at its own instance after sessionIdleTimeoutMs', async () => {
    clock.fakeTimeouts();
    const { hello, status } = start({ sessionIdleTimeoutMs: 20 });
    const session = await hello();
    clock.pass(20);
    expect(await status(session)).toBe(200);
  });

  test('restores a session only when its request is accepted', async () => {
    const gate = pending<string>();
    const held = definePrompt({ name: 'held', render: () => gate.promise });
    const [one, other] = [start(), start({ maxRequests: 1, maxCallerShare: 1 }, new Runtime({ prompts: [held] }))];
    const session = await one.hello();
    const answer = other.ask({}, 'prompts/get', { name: 'held' });
    const refused = await other.listen(session);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    gate.settle('on');
    await answer;
    expect(await other.status(session)).toBe(200);
  });

  test('ends a deleted session at its own instance only', async () => {
    const [one, other] = [start(), start()];
    const [session, foreign] = [await one.hello(), { 'x-caller': 'eve' }];
    expect(await one.end({ ...session, ...foreign })).toBe(404);
    expect([await one.end(session), await one.end(session), await one.status(session)]).toEqual([200, 404, 404]);
    expect([await other.status(session), await other.status({ ...session, ...foreign })]).toEqual([200, 404]);
  });

  test('opens a new stream for an event id of another instance', async () => {
    const [one, other] = [start(), start()];
    const session = await one.hello();
    const stream = new Events(await one.listen(session));
    const id = (await stream.next())?.id ?? '';
    await stream.leave();
    expect(id).toMatch(/^0-0-[\da-f]{12}$/);
    const resumed = await other.listen({ ...session, 'last-event-id': id });
    expect([resumed.status, await eventsOf(resumed, 2)]).toEqual([200, [undefined, changed('prompt')]]);
    const ofAnswer = await other.listen({ ...session, 'last-event-id': id.replace('0-', '1-') });
    expect(ofAnswer.status).toBe(400);
  });

  describe('mcp-session-id', () => {
    const madeUp = async ({ ask }: ReturnType<typeof start>) => seen(await ask({ 'mcp-session-id': 'made up' }));

    test('returns 404 for a modified id', async () => {
      const { hello, ask, ...rest } = start();
      const id = (await hello())['mcp-session-id'];
      const unknown = await madeUp({ hello, ask, ...rest });
      expect(unknown).toEqual([404, [['content-type', 'application/json']], NOT_FOUND]);
      const characters = [...'ABCxyz019-_.'];
      const change = fc.record({
        at: fc.nat(id.length),
        cut: fc.nat(3),
        put: fc.array(fc.constantFrom(...characters)),
      });
      await fc.assert(
        fc.asyncProperty(change, async ({ at, cut, put }) => {
          const forged = id.slice(0, at) + put.join('') + id.slice(at + cut);
          fc.pre(forged !== id && forged !== '');
          expect(await seen(await ask({ 'mcp-session-id': forged }))).toEqual(unknown);
        }),
        { numRuns: runs(1_000) },
      );
    });

    test('returns 404 for an unsigned id with any payload', async () => {
      const instance = start();
      const [unknown, [, signature]] = [await madeUp(instance), (await instance.hello())['mcp-session-id'].split('.')];
      const member = fc.oneof(fc.jsonValue(), fc.constant(JSON.parse('{"__proto__":{"revision":"1"}}') as object));
      const payload = fc.oneof(fc.dictionary(fc.constantFrom('id', 'at', 'revision', '__proto__'), member), member);
      await fc.assert(
        fc.asyncProperty(payload, async (value) => {
          const text = Buffer.from(JSON.stringify(value)).toString('base64url');
          const answers = [text, `${text}.`, `${text}.${signature}`, `.${signature}`].map((id) =>
            instance.ask({ 'mcp-session-id': id }).then(seen),
          );
          for (const answer of await Promise.all(answers)) expect(answer).toEqual(unknown);
        }),
        { numRuns: runs(1_000) },
      );
    });

    test.each(['its instance', 'another instance'])(
      'returns 404 for the id of another principal, at %s',
      async (where) => {
        const one = start();
        const at = where === 'its instance' ? one : start();
        const session = await one.hello({ 'x-caller': 'ada' });
        expect(await seen(await at.ask({ ...session, 'x-caller': 'eve' }))).toEqual(await madeUp(at));
        expect(await at.status(session)).toBe(200);
      },
    );

    test('returns 404 if only the owner or only the caller is verified', async () => {
      const anonymous = serve({ ...resumable, stateKeys: [key] });
      const verified = start();
      const [hers, anybodys] = [await verified.hello(), await anonymous.hello()];
      expect(await seen(await anonymous.ask(hers))).toEqual(await madeUp(anonymous));
      expect(await seen(await verified.ask(anybodys))).toEqual(await madeUp(verified));
    });

    test('returns 404 for an id older than sessionTtlMs', async () => {
      const [one, other] = [start({ sessionTtlMs: 60_000 }), start({ sessionTtlMs: 60_000 })];
      const session = await one.hello();
      clock.shiftDate(60_000);
      expect(await seen(await other.ask(session))).toEqual(await madeUp(other));
      expect(await one.status(session)).toBe(200);
    });

    test('returns 404 for an id that an unknown key signed', async () => {
      const other = start({ stateKeys: [newKey] });
      expect(await seen(await other.ask(await start().hello()))).toEqual(await madeUp(other));
    });

    test('returns 404 if sessions are not resumable', async () => {
      const other = start({ sessions: true });
      expect(await seen(await other.ask(await start().hello()))).toEqual(await madeUp(other));
    });

    test('returns 404 for a very long id', async () => {
      const instance = start();
      const id = `${'A'.repeat(8_000)}.${'A'.repeat(43)}`;
      expect(await seen(await instance.ask({ 'mcp-session-id': id }))).toEqual(await madeUp(instance));
    });
  });

  test('signs with the first key and verifies with all', async () => {
    const [before, during, after] = [[key, newKey], [newKey, key], [newKey]].map((stateKeys) => start({ stateKeys }));
    const [old, fresh] = [await before?.hello(), await during?.hello()];
    const statusOf = (session: Headers = {}) =>
      Promise.all([before, during, after].map((instance) => instance?.status(session)));
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([
      [200, 200, 404],
      [200, 200, 200],
    ]);
  });

  test('logs a warning without stateKeys', async () => {
    const log: string[] = [];
    const logger = { error: (message: string) => log.push(message), warn: (message: string) => log.push(message) };
    const runtime = new Runtime({ prompts: [whoami], logger });
    const instance = serve(resumable, runtime);
    start({}, runtime);
    serve({ ...resumable, sessions: true }, runtime);
    expect(await instance.status(await instance.hello())).toBe(200);
    expect(log).toEqual([
      "sessions is 'resumable', but without stateKeys a session cannot be restored in another process or after a restart: set the same stateKeys in all processes",
    ]);
  });

  test.each([
    [{ sessions: 'resumeable' }, "sessions is resumeable: use true, false or 'resumable'"],
    [{ sessionTtlMs: 86_400_001 }, 'sessionTtlMs is 86400001: use a whole number from 1 to 86400000'],
    [{ stateKeys: key }, 'stateKeys is not an array: use [key], or [newestKey, ...olderKeys]'],
    [{ stateKeys: [] }, 'stateKeys is empty: add a key, or omit stateKeys'],
    [
      { stateKeys: [key, undefined] },
      'stateKeys[1] is neither a Uint8Array nor a string: correct the key, or remove it',
    ],
    [{ stateKeys: [key, 'short'] }, 'stateKeys[1] has 5 bytes: use at least 32, such as randomBytes(32)'],
  ])('rejects the options %j', (options, message) => {
    expect(() => start(options as Partial<Options>)).toThrow(message);
  });
});
