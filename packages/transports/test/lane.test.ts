import { listen } from '@cuecard/transports';
import { describe, expect, test } from '@jest/globals';
import { Lane } from '../build/lane/lane.js';
import { SessionsDialect } from '../build/lane/sessions-dialect.js';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { pending } from './support/gates.ts';

const open = closables();

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const HANDED_OVER = { handed: 'over' };

type Answer = (params: object | undefined) => Promise<object>;

const empty: Answer = () => Promise.resolve({});
const PROMPTS = { 'prompts/list': empty, 'prompts/get': empty, 'completion/complete': empty };

/** Starts a server with a fast path to a runtime with these methods. */
async function start(answers: Readonly<Record<string, Answer>>) {
  const methods = new Map(
    Object.entries({ ...PROMPTS, ...answers }).map(([name, answer]) => [
      name,
      { name, capability: 'prompts' as const, isCacheable: false, isPaged: name.endsWith('/list'), answer },
    ]),
  );
  const client = {
    client: { revision: '2025-11-25' },
    sessionId: undefined,
    calls: undefined,
    asking: undefined,
    cancelsByLeaving: false,
    enter() {},
    leave() {},
  };
  const clients = { of: () => client };
  const lane = new Lane({ runtime: { methods }, dialects: [new SessionsDialect()], clients, report() {} });
  const handler = endpointOf({}, ({ message }) => Response.json({ ...HANDED_OVER, body: message }), lane);
  const server = await listen(handler, { port: 0 });
  open.push(server);
  const asking = (fetch: (request: Request) => Promise<Response>) => async (message: unknown) => {
    const body = JSON.stringify(message);
    return (await fetch(new Request(server.url, { method: 'POST', headers, body }))).text();
  };
  return Object.assign(asking(fetch), { withoutNode: asking(handler.fetch) });
}

const request = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) });
const answered = (result: object) => JSON.stringify({ result, jsonrpc: '2.0', id: 1 });
const handedOver = (message: unknown) => JSON.stringify({ ...HANDED_OVER, body: message });

describe('Lane', () => {
  test('serialises only a frozen page once', async () => {
    let made = 0;
    const page = { prompts: { toJSON: () => (made += 1) } };
    const frozen = Object.freeze({ ...page });
    const ask = await start({ 'prompts/list': (params) => Promise.resolve(params === undefined ? frozen : page) });
    const list = [
      request('prompts/list'),
      request('prompts/list'),
      request('prompts/list', {}),
      request('prompts/list', {}),
    ];
    const answers = [];
    for (const message of list) answers.push(await ask(message));
    expect(answers).toEqual([1, 1, 2, 3].map((prompts) => answered({ prompts })));
  });

  test('returns text outside ASCII unchanged', async () => {
    const ask = await start({ 'prompts/get': (params) => Promise.resolve({ ...params }) });
    const params = { name: 'ü€😀\u2028' };
    const message = request('prompts/get', params);
    expect([await ask(message), await ask.withoutNode(message)]).toEqual([answered(params), answered(params)]);
  });

  test('responds with the error of a runtime that throws or rejects', async () => {
    const error = Object.assign(new Error('no'), { code: -32001, data: 'why' });
    const ask = await start({
      'prompts/get': () => {
        throw error;
      },
      'prompts/list': () => Promise.reject(error),
    });
    const refused = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no', data: 'why' } });
    expect([await ask(request('prompts/get', { name: 'x' })), await ask(request('prompts/list'))]).toEqual([
      refused,
      refused,
    ]);
  });

  test('lists no resources and passes reads to the SDK without resources', async () => {
    const [list, read] = [request('resources/list'), request('resources/read', { uri: 'x:y' })];
    const [bare, full] = [await start({}), await start({ 'resources/list': empty, 'resources/read': empty })];
    expect([await bare(list), await bare(read)]).toEqual([answered({ resources: [] }), handedOver(read)]);
    expect([await full(list), await full(read)]).toEqual([answered({}), answered({})]);
  });

  test('passes the parsed body to the SDK', async () => {
    const ask = await start({});
    const [alone, batch] = [request('ping'), [request('prompts/list'), request('ping')]];
    expect([await ask(alone), await ask(batch)]).toEqual([handedOver(alone), handedOver(batch)]);
  });

  test('answers concurrent requests separately, without waiting for a slow one', async () => {
    const slow = pending();
    const ask = await start({
      'prompts/get': async (params) => {
        const { name } = params as { name: string };
        if (name === 'slow') await slow.promise;
        return { name };
      },
    });
    const names = Array.from({ length: 50 }, (_, index) => (index === 7 ? 'slow' : `n${index}`));
    const responses = names.map((name) => ask(request('prompts/get', { name })));
    await Promise.all(responses.filter((_, index) => names[index] !== 'slow'));
    slow.settle();
    const answers = await Promise.all(responses);
    expect(answers).toEqual(names.map((name) => answered({ name })));
  });
});
