import { Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { createHandler, type HandlerOptions, serveHttp } from '@cuecard/server';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { EventReader } from './support/event-reader.ts';
import { eventsOf, headers, initialized, initializeWithForms, openAskable, post } from './support/raw.ts';
import { log, logger, required, Traveller, travels, trip } from './support/trip.ts';
import { until } from './support/until.ts';
import { closables } from '../support/closables.ts';

const open = closables();
beforeEach(() => void (log.length = 0));

describe('RequestContext.ask with a client without the SDK', () => {
  const get = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'prompts/get',
    params: { name: 'trip', arguments: trip },
  });
  async function serve(options: Partial<HandlerOptions> = {}, limits = {}) {
    const server = await serveHttp(travels(limits), { name: 'x', version: '1', port: 0, ...options });
    open.push(server);
    return server.url;
  }
  const session = openAskable;

  test.each(['2024-11-05', '2025-03-26'])(
    'rejects the prompt with a revision without elicitation: %s',
    async (revision) => {
      const url = await serve();
      const { body } = await post(url, get, await session(url, revision));
      expect(body).toEqual({ jsonrpc: '2.0', id: 1, error: required('this client does not support elicitation') });
    },
  );

  test.each([
    ['without a session', { sessions: false }],
    ['with responseMode json', { responseMode: 'json' }],
  ] as const)('rejects the prompt %s', async (_, options) => {
    const url = await serve(options);
    const own = 'sessions' in options ? { 'mcp-protocol-version': '2025-11-25' } : await session(url, '2025-11-25');
    expect((await post(url, get, own)).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: required('this client does not support elicitation'),
    });
  });

  /** Gets the prompt, responds to each elicitation with `answer`, and resolves to the error. */
  async function answering(answer: object): Promise<unknown> {
    const url = await serve();
    const own = await session(url, '2025-06-18');
    const response = await fetch(url, { method: 'POST', headers: { ...headers, ...own }, body: get });
    let seen = 0;
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString();
      const messages = eventsOf(text) as { id: number; method?: string; error?: unknown }[];
      for (const { id, method, error } of messages.slice(seen)) {
        if (method === undefined) return error;
        await post(url, JSON.stringify({ jsonrpc: '2.0', id, ...answer }), own);
      }
      seen = messages.length;
    }
    return undefined;
  }

  test.each([
    ['empty', { result: {} }],
    ['an unknown action', { result: { action: 'perhaps' } }],
    ['content that is not an object', { result: { action: 'accept', content: 'Ada' } }],
    ['nested values', { result: { action: 'accept', content: { name: { first: 'Ada' } } } }],
    ['an error', { error: { code: -32601, message: 'secret of the client' } }],
  ])('rejects the prompt if the response is %s', async (_, answer) => {
    expect(await answering(answer)).toEqual(required('the client failed to ask the user'));
    expect(log).toEqual([]);
  });

  test.each([
    ['too little', {}],
    ['other fields', { __proto__: null, constructor: 'x', other: 'y' }],
    ['null for the form', null],
  ])('rejects the prompt if all responses accept with %s', async (_, content) => {
    expect(await answering({ result: { action: 'accept', content } })).toMatchObject({
      code: -32602,
      message: 'Prompt "trip" needs more input, but the submitted values are invalid: name is required',
    });
  });

  /** Sends a request for a prompt that asks when `ask` is called. Its client can disconnect. */
  async function asking(responseMode: 'auto' | 'sse') {
    let [ask, hasBegun] = [() => {}, false];
    const ready = new Promise<void>((resolve) => (ask = resolve));
    const ended: string[] = [];
    @Prompt()
    class Ask implements PromptHandler {
      async render(_: object, context: RequestContext) {
        hasBegun = true;
        await ready;
        const { name } = await context.ask(Traveller, 'Who?').catch((error: Error) => {
          ended.push(error.message);
          throw error;
        });
        return name;
      }
    }
    const handler = createHandler(new Runtime({ prompts: [Ask], logger }), { name: 'x', version: '1', responseMode });
    open.push(handler);
    const request = (method: string, own: object, rest: RequestInit = {}) =>
      handler.fetch(new Request('http://localhost/mcp', { method, headers: { ...headers, ...own }, ...rest }));
    const opened = await request('POST', {}, { body: JSON.stringify(initializeWithForms('2025-11-25')) });
    await opened.text();
    const own = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await request('POST', own, { body: JSON.stringify(initialized) });
    const leaving = new AbortController();
    const question = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'ask' } });
    const response = request('POST', own, { body: question, signal: leaving.signal });
    await until(() => hasBegun);
    return { ask, ended, own, request, response, leave: () => leaving.abort() };
  }

  /** Reads a stream until it has received a string. */
  async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
    let received = '';
    while (!received.includes(text)) received += Buffer.from((await reader.read()).value ?? []).toString();
    return received;
  }

  const readerOf = ({ body }: Response) => (body as ReadableStream<Uint8Array>).getReader();

  test('ends the prompt when the client disconnects before a resumable stream', async () => {
    const { ask, ended, leave } = await asking('auto');
    leave();
    ask();
    await until(() => ended.length > 0);
    expect([ended, log]).toEqual([
      ['Prompt "ask" needs more input, but the client failed to ask the user: name is required'],
      [],
    ]);
  });

  // Up to 2025-11-25 a client does not cancel by disconnecting (basic/transports, "Sending Messages to the Server").
  test.each([
    ['auto', 'while'],
    ['sse', 'while'],
    ['sse', 'before'],
  ] as const)(
    'accepts an answer over a resumed stream, with %s and a disconnect %s the elicitation',
    async (responseMode, when) => {
      const { ask, own, request, response, leave } = await asking(responseMode);
      if (when === 'while') ask();
      const reader = readerOf(await response);
      const received = await readUntil(reader, when === 'while' ? 'elicitation/create' : 'id: ');
      leave();
      await reader.cancel();
      ask();
      const lastEventId = /^id: (\S+)$/m.exec(received)?.[1];
      const resumed = readerOf(
        await request('GET', { ...own, accept: 'text/event-stream', 'last-event-id': lastEventId }),
      );
      const asked = await readUntil(resumed, 'elicitation/create');
      const [, id] = /"id":(\d+),"method":"elicitation/.exec(asked) ?? [];
      const answer = { jsonrpc: '2.0', id: Number(id), result: { action: 'accept', content: { name: 'Ada' } } };
      await request('POST', own, { body: JSON.stringify(answer) });
      expect(await readUntil(resumed, '"result"')).toContain('"text":"Ada"');
    },
  );

  test('cancels the elicitation of a cancelled request', async () => {
    const url = await serve({});
    const own = await session(url, '2025-11-25');
    const stream = await EventReader.open(url, JSON.parse(get), own);
    open.push(stream);
    const [form] = (await stream.until(1)) as [{ id: unknown }];
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    await post(url, JSON.stringify(cancel), own);
    await stream.ended;
    expect(stream.received.slice(1)).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: form.id } },
    ]);
  });

  test('ends the stream when the session ends', async () => {
    const url = await serve();
    const own = await session(url, '2025-11-25');
    const response = await fetch(url, { method: 'POST', headers: { ...headers, ...own }, body: get });
    const rest = response.text();
    await fetch(url, { method: 'DELETE', headers: own });
    expect(await rest).toMatch(
      /^id: \S+\nretry: \d+\ndata: \n\nevent: message\nid: \S+\ndata: .*"elicitation\/create".*\n\n/,
    );
  });
});
