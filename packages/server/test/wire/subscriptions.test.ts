import { isDeepStrictEqual } from 'node:util';
import { type Class, Runtime, type ResourceContents, ResourceReader } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inProcess } from './support/in-process.ts';
import { localHttp, localStdio } from './support/local-server.ts';
import { initialize, post } from './support/raw.ts';
import { createShelf } from './support/shelf.ts';

class Unwatched extends ResourceReader {
  override async read(uri: string): Promise<ResourceContents> {
    return { uri, text: '' };
  }
}
class Watched extends Unwatched {
  override async watch(): Promise<() => void> {
    return () => {};
  }
}
const runtimeOf = (Reader: Class<ResourceReader>) => new Runtime({ prompts: [], resources: new Reader() });

const request = (method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const subscribe = (number: number) => request('resources/subscribe', { uri: `shelf:///${number}` });
const unsubscribe = (number: number) => request('resources/unsubscribe', { uri: `shelf:///${number}` });
const edit = (number: number, times: number) =>
  request('prompts/get', {
    name: 'edit',
    arguments: { uri: `shelf:///${number}`, text: 'another', times: `${times}` },
  });
const done = { jsonrpc: '2.0', id: 1, result: {} };
const updated = (number: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri: `shelf:///${number}` },
});

async function session(url: string): Promise<Record<string, string>> {
  const hello = await post(url, JSON.stringify(initialize('2025-11-25')));
  return { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
}

type ShelfServer = Awaited<ReturnType<typeof connect>>;

/** Connects a client over stdio to a shelf. */
async function connect() {
  const server = await localStdio(createShelf());
  await server.lines.ask(JSON.stringify(initialize('2025-11-25')));
  return server;
}

async function subscribeToFirst({ lines }: ShelfServer): Promise<void> {
  if (!isDeepStrictEqual(await lines.ask(subscribe(1)), done)) throw new Error('It cannot be subscribed to');
}

describe('resources/subscribe', () => {
  describe('on one stdio connection', () => {
    let server: ShelfServer;
    beforeAll(async () => {
      server = await connect();
    });
    afterAll(() => server.close());

    beforeEach(async () => {
      server.lines.received.length = 0;
      await subscribeToFirst(server);
    });
    afterEach(async () => {
      for (const number of [1, 2, 3, 4]) await server.lines.ask(unsubscribe(number));
      await server.shelf.watching(0);
    });

    test('collects simultaneous changes of a resource into one notification', async () => {
      const { lines } = server;
      await lines.ask(edit(1, 20));
      expect((await lines.until(3))[2]).toEqual(updated(1));
      await lines.ask(edit(1, 1));
      expect((await lines.until(5))[4]).toEqual(updated(1));
      await lines.ask(subscribe(2));
      await lines.ask(edit(2, 1));
      // Later notifications of the first resource would precede this one.
      expect((await lines.until(8))[7]).toEqual(updated(2));
    });

    test('sends no notification after resources/unsubscribe, even for an earlier change', async () => {
      const { lines } = server;
      lines.write(`${edit(1, 1)}\n${unsubscribe(1).replace('"id":1', '"id":2')}`);
      await lines.until(3);
      await server.shelf.watching(0);
      await lines.ask(subscribe(2));
      await lines.ask(edit(2, 1));
      // A notification of the first resource would precede this one.
      expect((await lines.until(6))[5]).toEqual(updated(2));
    });

    test('subscribes once, and accepts unsubscribing without a subscription', async () => {
      expect(await server.lines.ask(subscribe(1))).toEqual(done);
      expect(await server.lines.ask(unsubscribe(5))).toEqual(done);
      await server.shelf.watching(1);
      expect(await server.lines.ask(unsubscribe(1))).toEqual(done);
      await server.shelf.watching(0);
    });

    test('rejects a subscription beyond limits.subscriptions', async () => {
      const { lines } = server;
      expect([await lines.ask(subscribe(2)), await lines.ask(subscribe(3))]).toEqual([done, done]);
      const refusal = {
        code: -32602,
        message: 'There are 3 subscriptions already. Unsubscribe from a resource first.',
        data: { subscriptions: 3 },
      };
      expect(await lines.ask(subscribe(4))).toEqual({ jsonrpc: '2.0', id: 1, error: refusal });
      await lines.ask(unsubscribe(2));
      expect(await lines.ask(subscribe(4))).toEqual(done);
    });
  });

  describe('over stdio', () => {
    let server: ShelfServer;
    beforeEach(async () => {
      server = await connect();
      await subscribeToFirst(server);
    });
    afterEach(() => server.close());

    test('stops watching when the client disconnects', async () => {
      await server.shelf.watching(1);
      server.hangUp();
      await expect(server.shelf.watching(0)).resolves.toBeUndefined();
    });

    test('closes without sending a pending notification', async () => {
      const { lines, close } = server;
      await lines.ask(edit(1, 1));
      await close();
      await server.shelf.watching(0);
      expect(lines.received).toHaveLength(3);
    });
  });

  describe('over HTTP', () => {
    let server: Awaited<ReturnType<typeof serve>>;
    const serve = () => localHttp(createShelf());
    beforeAll(async () => {
      server = await serve();
    });
    afterAll(() => server.close());

    test('stops watching when the sessions end', async () => {
      const [first, second] = [await session(server.url), await session(server.url)];
      expect((await post(server.url, subscribe(1), first)).body).toEqual(done);
      expect((await post(server.url, subscribe(1), second)).body).toEqual(done);
      await server.shelf.watching(2);
      await fetch(server.url, { method: 'DELETE', headers: first });
      await server.shelf.watching(1);
      await fetch(server.url, { method: 'DELETE', headers: second });
      await server.shelf.watching(0);
    });

    test.each([
      ['resources/subscribe', subscribe(1)],
      ['resources/unsubscribe', unsubscribe(1)],
    ])('rejects %s without a session', async (_, sent) => {
      const error = { code: -32601, message: 'Subscriptions need a session: send initialize first' };
      const stateless = await serveHttp(runtimeOf(Watched), { name: 'near', version: '1', port: 0, sessions: false });
      for (const url of [server.url, stateless.url]) {
        expect((await post(url, sent)).body).toEqual({ jsonrpc: '2.0', id: 1, error });
      }
      await stateless.close();
    });

    test('closes with an open stream and a pending notification', async () => {
      const { url, shelf, close } = await serve();
      const headers = await session(url);
      const stream = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } });
      await post(url, subscribe(1), headers);
      await post(url, edit(1, 1), headers);
      await close();
      await stream.text();
      await expect(shelf.watching(0)).resolves.toBeUndefined();
    });
  });

  test('offers no subscriptions if resources cannot be watched', async () => {
    const { lines, close } = await inProcess(runtimeOf(Unwatched));
    expect(await lines.ask(JSON.stringify(initialize('2025-11-25')))).toMatchObject({
      result: { capabilities: { prompts: { listChanged: true }, completions: {}, resources: {} } },
    });
    expect(await lines.ask(subscribe(1))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: 'Method not found' },
    });
    await close();
  });
});
