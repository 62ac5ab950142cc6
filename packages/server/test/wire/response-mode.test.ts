import { Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { createHandler, type HandlerOptions, serveHttp } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { eventsOf, headers, initialize, post } from './support/raw.ts';
import { nextRequest } from './support/next-request.ts';
import { until } from './support/until.ts';
import { closables } from '../support/closables.ts';

let release: (() => void) | undefined;
let signal: AbortSignal | undefined;

@Prompt()
class Plain implements PromptHandler {
  render = () => 'plain';
}

@Prompt()
class Telling implements PromptHandler {
  async render(_: object, context: RequestContext) {
    context.progress(1);
    await new Promise<void>((resolve) => (release = resolve));
    context.progress(2);
    return 'told';
  }
}

@Prompt()
class Hang implements PromptHandler {
  render(_: object, context: RequestContext) {
    signal = context.signal;
    context.progress(1);
    return new Promise<string>(() => {});
  }
}

const runtime = new Runtime({ prompts: [Plain, Telling, Hang] });
const identity = { name: 'x', version: '1' };
const open = closables();
afterEach(() => void ([release, signal] = [undefined, undefined]));

async function serve(options: Partial<HandlerOptions> = {}) {
  const server = await serveHttp(runtime, { ...identity, port: 0, ...options });
  open.push(server);
  return server.url;
}
async function session(url: string, revision = '2025-03-26'): Promise<Record<string, string>> {
  const { headers: received } = await post(url, JSON.stringify(initialize(revision)));
  return { 'mcp-session-id': received.get('mcp-session-id') ?? '' };
}
const get = (name: string, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'prompts/get',
  params: { name, _meta: { progressToken: `of ${id}` } },
});
const responseOf = (text: string, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  result: { messages: [{ role: 'user', content: { type: 'text', text } }] },
});
const progress = (step: number, id: number | string = 1) => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: `of ${id}`, progress: step },
});
const typeOf = (response: { headers: { get(name: string): string | null } }) =>
  response.headers.get('content-type')?.split(';', 1)[0];
const send = (url: string, message: unknown, extra: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { ...headers, ...extra }, body: JSON.stringify(message) });

/** Reads a number of events from a stream. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>, count: number): Promise<unknown[]> {
  let text = '';
  while (eventsOf(text).length < count) text += Buffer.from((await reader.read()).value ?? []).toString();
  return eventsOf(text);
}

async function start(sessions: boolean) {
  const url = await serve({ sessions });
  return { url, own: sessions ? await session(url) : {} };
}

describe('responseMode', () => {
  describe.each([
    ['in a session', true],
    ['without a session', false],
  ])('with auto, %s', (_, sessions) => {
    test('returns a document if no notification precedes the result', async () => {
      const { url, own } = await start(sessions);
      const answer = await send(url, get('plain'), own);
      expect([answer.status, typeOf(answer), await answer.json()]).toEqual([
        200,
        'application/json',
        responseOf('plain'),
      ]);
      expect(answer.headers.get('mcp-session-id')).toBe(own['mcp-session-id'] ?? null);
    });

    test('returns a stream if a notification precedes the result', async () => {
      const { url, own } = await start(sessions);
      const answer = await send(url, get('telling'), own);
      expect([answer.status, typeOf(answer)]).toEqual([200, 'text/event-stream']);
      expect(answer.headers.get('mcp-session-id')).toBe(own['mcp-session-id'] ?? null);
      expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform');
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      expect(await read(reader, 1)).toEqual([progress(1)]);
      release?.();
      expect(await read(reader, 2)).toEqual([progress(2), responseOf('told')]);
      expect((await reader.read()).done).toBe(true);
    });
  });

  describe('with auto', () => {
    test('returns errors as documents', async () => {
      const { url, own } = await start(true);
      const unknown = await send(url, get('unheard'), own);
      expect([unknown.status, typeOf(unknown)]).toEqual([200, 'application/json']);
      const broken = await fetch(url, { method: 'POST', headers: { ...headers, ...own }, body: '{' });
      expect([broken.status, typeOf(broken)]).toEqual([400, 'application/json']);
      const future = await send(url, get('plain'), { ...own, 'mcp-protocol-version': '1999-01-01' });
      expect([future.status, typeOf(future)]).toEqual([400, 'application/json']);
    });

    test('returns no body for a notification', async () => {
      const { url, own } = await start(true);
      const answer = await send(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, own);
      expect([answer.status, await answer.text()]).toEqual([202, '']);
    });

    test('returns a batch as one document or one stream', async () => {
      const { url, own } = await start(true);
      const document = await send(url, [get('plain', 1), get('plain', 2)], own);
      expect([typeOf(document), await document.json()]).toEqual([
        'application/json',
        [responseOf('plain', 1), responseOf('plain', 2)],
      ]);
      const stream = await send(url, [get('plain', 'a'), get('telling', 'b')], own);
      release?.();
      expect([typeOf(stream), eventsOf(await stream.text())]).toEqual([
        'text/event-stream',
        [progress(1, 'b'), responseOf('plain', 'a'), progress(2, 'b'), responseOf('told', 'b')],
      ]);
    });

    test('answers the next request after a client disconnects from a stream', async () => {
      const { url, own } = await start(true);
      const leaving = new AbortController();
      const { closed } = nextRequest(url);
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, ...own },
        body: JSON.stringify(get('telling')),
        signal: leaving.signal,
      });
      leaving.abort();
      await answer.text().catch(() => {});
      await closed;
      release?.();
      const next = await send(url, get('plain'), own);
      expect(await next.json()).toEqual(responseOf('plain'));
    });
  });

  test.each(['auto', 'sse'] as const)('ends the response of a cancelled request, with %s', async (responseMode) => {
    const url = await serve({ responseMode });
    const own = await session(url);
    const answer = send(url, get('hang'), own);
    await until(() => signal !== undefined);
    await send(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, own);
    expect(eventsOf(await (await answer).text())).toEqual([progress(1)]);
    expect(signal?.aborted).toBe(true);
  });

  test('ends a batch when all its requests are cancelled', async () => {
    const url = await serve();
    const own = await session(url);
    const answer = await send(url, [get('hang', 'a'), get('hang', 'b')], own);
    const cancel = (requestId: string) =>
      send(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, own);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    expect(await read(reader, 2)).toEqual([progress(1, 'a'), progress(1, 'b')]);
    await cancel('a');
    let isOver = false;
    const end = reader.read().finally(() => (isOver = true));
    // The end of the stream would arrive before the response.
    await send(url, { jsonrpc: '2.0', id: 'ping', method: 'ping' }, own);
    expect(isOver).toBe(false);
    await cancel('b');
    expect((await end).done).toBe(true);
  });

  test.each(['auto', 'sse'] as const)('ends the responses of a session that ends, with %s', async (responseMode) => {
    const url = await serve({ responseMode });
    const own = await session(url);
    const answer = send(url, get('hang'), own);
    await until(() => signal !== undefined);
    await fetch(url, { method: 'DELETE', headers: own });
    expect(eventsOf(await (await answer).text())).toEqual([progress(1)]);
  });

  test('omits notifications with json', async () => {
    const url = await serve({ responseMode: 'json' });
    const answer = send(url, get('telling'), await session(url));
    await until(() => release !== undefined);
    release?.();
    expect([typeOf(await answer), await (await answer).json()]).toEqual(['application/json', responseOf('told')]);
  });

  test('returns every response as a stream with sse', async () => {
    const url = await serve({ responseMode: 'sse' });
    const answer = await send(url, get('plain'), await session(url));
    expect([typeOf(answer), eventsOf(await answer.text())]).toEqual(['text/event-stream', [responseOf('plain')]]);
  });

  test('finishes open streams before the server closes', async () => {
    const server = await serveHttp(runtime, { ...identity, port: 0 });
    const answer = await send(server.url, get('telling'), await session(server.url));
    const closed = server.close();
    const isClosed = () =>
      send(server.url, get('plain')).then(
        ({ status }) => status === 503,
        () => true,
      );
    await until(isClosed);
    release?.();
    expect(eventsOf(await answer.text())).toEqual([progress(1), progress(2), responseOf('told')]);
    await closed;
  });

  test('frees the timers of finished streams', async () => {
    const handler = createHandler(runtime, identity);
    const ask = async (message: unknown, own = {}) =>
      handler.fetch(
        new Request('http://localhost/mcp', {
          method: 'POST',
          headers: { ...headers, ...own },
          body: JSON.stringify(message),
        }),
      );
    const id = (await ask(initialize('2025-11-25'))).headers.get('mcp-session-id') ?? '';
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const round = async () => {
      const answer = await ask(get('telling'), { 'mcp-session-id': id });
      release?.();
      return answer.text();
    };
    await round();
    const before = timers();
    for (let count = 0; count < 200; count += 1) await round();
    expect(timers()).toBeLessThanOrEqual(before);
    await handler.close();
  });
});
