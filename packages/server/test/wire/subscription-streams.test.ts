import { setImmediate as turn } from 'node:timers/promises';
import {
  definePrompt,
  Prompt,
  type PromptHandler,
  Registry,
  Runtime,
  NotFoundError,
  ResourceReader,
} from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from '@jest/globals';
import { ask, type Asked, envelope, messageOf, outcome, serverInfo, subscriptionId } from './support/modern.ts';
import { COLLECTED_MS, fakeClock } from '../../../../build/jest/fake-time.ts';
import { localHttp, localStdio } from './support/local-server.ts';
import { Hearing, listen } from './support/subscription-stream.ts';
import { createShelf } from './support/shelf.ts';
import { until } from './support/until.ts';
import { closables } from '../support/closables.ts';

const clock = fakeClock();
const open = closables();

const book = (number: number | string) => `shelf:///${number}`;
const edit = (number: number, times = 1): Asked => {
  const args = { uri: book(number), text: 'another', times: `${times}` };
  return { method: 'prompts/get', params: { name: 'edit', arguments: args } };
};
const acknowledged = (id: string, notifications: object) => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications, _meta: { [subscriptionId]: id } },
});
const updated = (id: string, number: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri: book(number), _meta: { [subscriptionId]: id } },
});
const ended = (id: string, info: object) => ({
  jsonrpc: '2.0',
  id,
  result: { resultType: 'complete', _meta: { [subscriptionId]: id, [serverInfo]: info } },
});

describe('subscriptions/listen', () => {
  describe('over HTTP', () => {
    async function serveShelf() {
      const server = await localHttp(createShelf());
      open.push(server);
      return server;
    }

    test('notifies each listener once about each changed resource that it requested', async () => {
      const server = await serveShelf();
      const filter = { resourceSubscriptions: [book(1), book(2), 'shelf:///99', 'no URI'], promptsListChanged: true };
      const one = await Hearing.begin(server.url, listen(filter), 'one');
      const other = await Hearing.begin(server.url, listen({ resourceSubscriptions: [book(2)] }), 'other');
      open.push(one, other);
      await server.shelf.watching(3);
      await ask(server.url, edit(1, 20));
      await one.until(2);
      await ask(server.url, edit(2));
      await Promise.all([one.until(3), other.until(2)]);
      await ask(server.url, edit(2)); // Further notifications of earlier changes would precede those of this change.
      await Promise.all([one.until(4), other.until(3)]);
      const two = (id: string) => [updated(id, 2), updated(id, 2)];
      const honoured = { resourceSubscriptions: [book(1), book(2)], promptsListChanged: true };
      expect(one.heard).toEqual([acknowledged('one', honoured), updated('one', 1), ...two('one')]);
      expect(other.heard).toEqual([acknowledged('other', { resourceSubscriptions: [book(2)] }), ...two('other')]);
      await one.close();
      await server.shelf.watching(1);
      await other.close();
      await expect(server.shelf.watching(0)).resolves.toBeUndefined();
    });

    test('limits the resources of a request to limits.subscriptions', async () => {
      const server = await serveShelf();
      const uris = [1, 2, 3, 4, 5].map(book);
      const hearing = await Hearing.begin(server.url, listen({ resourceSubscriptions: uris }), 'many');
      open.push(hearing);
      expect(await hearing.until(1)).toEqual([acknowledged('many', { resourceSubscriptions: uris.slice(0, 3) })]);
      await expect(server.shelf.watching(3)).resolves.toBeUndefined();
    });

    test('does not watch the resources of a rejected request', async () => {
      const server = await serveShelf();
      const request = listen({ resourceSubscriptions: [book(1)] });
      const { status } = await ask(server.url, request, { 'mcp-method': 'prompts/get' });
      expect(status).toBe(400);
      const hearing = await Hearing.begin(server.url, listen({ resourceSubscriptions: [book(1), 7] }), 'odd');
      await hearing.toTheEnd();
      const next = await Hearing.begin(server.url, listen({ resourceSubscriptions: [book(2)] }), 'next');
      open.push(next);
      await next.until(1);
      await expect(server.shelf.watching(1)).resolves.toBeUndefined();
    });

    test('ends subscriptions when the server closes', async () => {
      const server = await serveShelf();
      const hearing = await Hearing.begin(server.url, listen({ resourceSubscriptions: [book(1)] }), 'last');
      await hearing.until(1);
      await server.close();
      expect((await hearing.toTheEnd())[1]).toEqual(ended('last', { name: 'shelf', version: '1.0.0' }));
    });

    test.each<[string, object, number]>([
      ['limits.subscriptions', {}, 100],
      ['1000 if subscriptions are unlimited', { subscriptions: Infinity }, 1_000],
    ])('checks at most %s resources of a request, each once', async (_, limits, most) => {
      const looked: string[] = [];
      class Endless extends ResourceReader {
        override read = (uri: string): Promise<never> => Promise.reject(new NotFoundError('resource', uri));
        override watch = (uri: string): Promise<never> => {
          looked.push(uri);
          return this.read(uri);
        };
      }
      const runtime = new Runtime({ prompts: [], resources: new Endless(), limits });
      const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
      open.push(server);
      const uris = Array.from({ length: 1_100 }, (_value, index) => book(index));
      const hearing = await Hearing.begin(server.url, listen({ resourceSubscriptions: [book(0), ...uris] }), 'all');
      open.push(hearing);
      await hearing.toTheEnd();
      expect(looked).toEqual(uris.slice(0, most));
    });

    test('counts the subscriptions of an open request towards maxHeldBytes', async () => {
      const options = { name: 'x', version: '1', port: 0, maxHeldBytes: 200_000, maxCallerShare: 1 };
      const server = await serveHttp(createShelf().runtime, options);
      open.push(server);
      const status = async () => (await ask(server.url, { method: 'prompts/list' })).status;
      const hearings = [];
      for (let at = 0; at < 20 && (await status()) === 200; at += 1)
        hearings.push(await Hearing.begin(server.url, listen({ resourceSubscriptions: [book(1), book(2)] }), `${at}`));
      expect({ count: hearings.length, status: await status() }).toEqual({ count: 9, status: 503 });
      for (const hearing of hearings) await hearing.close();
      await until(async () => (await status()) === 200);
      expect(await status()).toBe(200);
    });

    test('starts eight watches of a request at a time', async () => {
      let [atOnce, most] = [0, 0];
      class Slow extends ResourceReader {
        override read = async (uri: string) => ({ uri, mimeType: 'text/plain', text: uri });
        override watch = async () => {
          most = Math.max(most, (atOnce += 1));
          await turn();
          atOnce -= 1;
          return () => {};
        };
      }
      const server = await serveHttp(new Runtime({ prompts: [], resources: new Slow() }), {
        name: 'x',
        version: '1',
        port: 0,
      });
      open.push(server);
      const resourceSubscriptions = Array.from({ length: 40 }, (_, index) => book(index));
      const hearing = await Hearing.begin(server.url, listen({ resourceSubscriptions }), 'many');
      open.push(hearing);
      expect([await hearing.until(1), most]).toEqual([[acknowledged('many', { resourceSubscriptions })], 8]);
    });

    test('rejects a request whose envelope is too long', async () => {
      const server = await serveHttp(new Runtime({ prompts: [] }), { name: 'x', version: '1', port: 0 });
      open.push(server);
      const large = 'x'.repeat(100_000);
      const { method, params } = listen({ promptsListChanged: true });
      const request = { method, params: { ...params, _meta: { ...envelope(), said: large } } };
      expect([outcome(await ask(server.url, request))]).toEqual([
        {
          code: -32602,
          message:
            'Invalid params for subscriptions/listen: the id and `_meta` together are longer than 65536 characters',
        },
      ]);
    });

    test('rejects a subscription beyond maxSubscriptions', async () => {
      @Prompt()
      class Only implements PromptHandler {
        render = () => 'only';
      }
      const runtime = new Runtime({ prompts: [Only] });
      const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0, maxSubscriptions: 2 });
      open.push(server);
      const request = listen({ promptsListChanged: true });
      const hearings = [await Hearing.begin(server.url, request, 'a'), await Hearing.begin(server.url, request, 'b')];
      open.push(...hearings);
      expect(outcome(await ask(server.url, request))).toEqual({ code: -32603, message: 'Subscription limit reached' });
    });
  });

  test('ends a subscription of an official client when its identity expires', async () => {
    let known = 0;
    clock.fakeTime();
    const authenticate = () => {
      known += 1;
      return { principal: 'ada', scopes: [], expiresAt: Date.now() / 1_000 + 60 };
    };
    const runtime = new Runtime({ prompts: [] });
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0, authenticate });
    const client = new Client({ name: 'x', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    open.push(server, client);
    let heard = 0;
    client.setNotificationHandler('notifications/prompts/list_changed', () => void (heard += 1));
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const before = known;
    const listening = await client.listen({ promptsListChanged: true });
    clock.pass(60_000);
    expect(await listening.closed).toBe('graceful');
    const again = await client.listen({ promptsListChanged: true });
    runtime.replace(new Registry([definePrompt({ name: 'new', render: () => 'new' })]));
    clock.pass(COLLECTED_MS);
    await until(() => heard > 0);
    clock.pass(60_000);
    expect(await again.closed).toBe('graceful');
    expect([heard, known - before]).toEqual([1, 2]);
  });

  describe('over stdio', () => {
    async function serveShelf() {
      const server = await localStdio(createShelf());
      open.push(server);
      return server;
    }
    const line = (request: Asked, id: string) => JSON.stringify(messageOf(request, id));
    const cancel = (requestId: string) =>
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

    test('notifies a client until it cancels, and answers requests meanwhile', async () => {
      const server = await serveShelf();
      const { lines } = server;
      const request = listen({ resourceSubscriptions: [book(1), 'shelf:///99'] });
      lines.write(`${line(request, 'L')}\n${line({ method: 'prompts/list' }, 'list')}`);
      expect((await lines.until(2)).slice(0, 2)).toMatchObject([
        { id: 'list' },
        acknowledged('L', { resourceSubscriptions: [book(1)] }),
      ]);
      await server.shelf.watching(1);
      await lines.ask(line(edit(1, 5), 'e1'));
      expect((await lines.until(4))[3]).toEqual(updated('L', 1));
      lines.write(cancel('L'));
      await server.shelf.watching(0);
      await lines.ask(line(edit(1), 'e2'));
      lines.write(line(listen({ resourceSubscriptions: [book(2)] }), 'M'));
      await lines.until(6);
      await lines.ask(line(edit(2), 'e3'));
      expect((await lines.until(8))[7]).toEqual(updated('M', 2)); // A notification for `L` would precede it.
    });

    test('does not start a subscription that is cancelled too early', async () => {
      const server = await serveShelf();
      server.lines.write(`${line(listen({ resourceSubscriptions: [book(1)] }), 'L')}\n${cancel('L')}`);
      await server.lines.ask(line({ method: 'prompts/list' }, 'list'));
      await server.lines.ask(line(listen({ resourceSubscriptions: [book(2)] }), 'M'));
      await expect(server.shelf.watching(1)).resolves.toBeUndefined();
    });

    test('causes no leak warning of Node for many resources', async () => {
      const resourceSubscriptions = Array.from({ length: 40 }, (_, index) => book(index));
      class Slow extends ResourceReader {
        override read = async (uri: string) => ({ uri, mimeType: 'text/plain', text: uri });
        override watch = async () => {
          await turn();
          return () => {};
        };
      }
      const warnings: Error[] = [];
      const warn = (warning: Error) => void warnings.push(warning);
      process.on('warning', warn);
      const runtime = new Runtime({ prompts: [], resources: new Slow() });
      const server = await localStdio({ name: 'x', runtime });
      open.push(server);
      const answer = await server.lines.ask(line(listen({ resourceSubscriptions }), 'many'));
      await turn(); // Node emits warnings in the next tick.
      process.off('warning', warn);
      expect([answer, warnings]).toEqual([acknowledged('many', { resourceSubscriptions }), []]);
    });

    test('ends a subscription when the server closes', async () => {
      const server = await serveShelf();
      await server.lines.ask(line(listen({ resourceSubscriptions: [book(1)] }), 'L'));
      await server.close();
      expect((await server.lines.until(2))[1]).toEqual(ended('L', { name: 'shelf', version: '1.0.0' }));
    });

    test('stops watching when the client disconnects', async () => {
      const server = await serveShelf();
      await server.lines.ask(line(listen({ resourceSubscriptions: [book(1)] }), 'L'));
      await server.shelf.watching(1);
      server.hangUp();
      await expect(server.shelf.watching(0)).resolves.toBeUndefined();
    });
  });
});
