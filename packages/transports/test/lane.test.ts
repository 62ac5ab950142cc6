import { listen } from '@cuecard/transports';
import { expect, test } from '@jest/globals';
import { Lane } from '../build/lane/lane.js';
import { SessionsDialect } from '../build/lane/sessions-dialect.js';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';

const open = closables();

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const HANDED_OVER = { handed: 'over' };

type Answer = (params: object | undefined) => Promise<object>;

const empty: Answer = () => Promise.resolve({});
const PROMPTS = { 'prompts/list': empty, 'prompts/get': empty, 'completion/complete': empty };

/** A server whose runtime is told of everything in its lane. */
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
const told = (result: object) => JSON.stringify({ result, jsonrpc: '2.0', id: 1 });
const handedOver = (message: unknown) => JSON.stringify({ ...HANDED_OVER, body: message });

test('a frozen page is made JSON once, and one that is not frozen each time', async () => {
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
  expect(answers).toEqual([1, 1, 2, 3].map((prompts) => told({ prompts })));
});

test('the text outside of ASCII comes and goes unharmed', async () => {
  const ask = await start({ 'prompts/get': (params) => Promise.resolve({ ...params }) });
  const params = { name: 'ü€😀\u2028' };
  const message = request('prompts/get', params);
  expect([await ask(message), await ask.withoutNode(message)]).toEqual([told(params), told(params)]);
});

test('a runtime that throws at once is answered for, as one that rejects', async () => {
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

test('where the runtime has no resources their list is empty, and what is read is handed over', async () => {
  const [list, read] = [request('resources/list'), request('resources/read', { uri: 'x:y' })];
  const [bare, full] = [await start({}), await start({ 'resources/list': empty, 'resources/read': empty })];
  expect([await bare(list), await bare(read)]).toEqual([told({ resources: [] }), handedOver(read)]);
  expect([await full(list), await full(read)]).toEqual([told({}), told({})]);
});

test('what is handed over comes with the body that has been read', async () => {
  const ask = await start({});
  const [alone, batch] = [request('ping'), [request('prompts/list'), request('ping')]];
  expect([await ask(alone), await ask(batch)]).toEqual([handedOver(alone), handedOver(batch)]);
});

test('requests that come at once are each given their own answer, also where one of them takes its time', async () => {
  const ask = await start({
    'prompts/get': async (params) => {
      const { name } = params as { name: string };
      if (name === 'slow') await new Promise((resolve) => setTimeout(resolve, 50));
      return { name };
    },
  });
  const names = Array.from({ length: 50 }, (_, index) => (index === 7 ? 'slow' : `n${index}`));
  const answers = await Promise.all(names.map((name) => ask(request('prompts/get', { name }))));
  expect(answers).toEqual(names.map((name) => told({ name })));
});
