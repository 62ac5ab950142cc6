import { Arg, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Adapter } from './adapter.ts';
import { type Hosting, type Hosts, waysOf } from './meeting.ts';
import { type Own, ownServer } from './own-server.ts';
import { initialize, post } from './raw.ts';
import { until } from './until.ts';
import { isModern, type Version } from './versions.ts';
import { closables } from '../../support/closables.ts';

const later: RequestContext[] = [];

class StepsArgs {
  @Arg({ items: Number })
  steps!: number[];
}

@Prompt({ args: StepsArgs })
class Steps implements PromptHandler<StepsArgs> {
  render({ steps }: StepsArgs, context: RequestContext) {
    for (const step of steps) context.progress(step, 10, `at ${step}`);
    later.push(context);
    return 'done';
  }
}

@Prompt()
class Odd implements PromptHandler {
  render(_: object, context: RequestContext) {
    for (const step of [Number.NaN, Number.POSITIVE_INFINITY, 1]) context.progress(step, Number.NaN);
    return 'done';
  }
}

@Prompt()
class Chatty implements PromptHandler {
  render(_: object, context: RequestContext) {
    context.log('debug', 'looking');
    context.log('info', 'found', { count: 2 });
    context.log('warning', 'few');
    context.log('error', 'none left', { big: 1n });
    later.push(context);
    return 'done';
  }
}

const silent = { error() {}, warn() {} };
const runtime = () => new Runtime({ prompts: [Steps, Odd, Chatty], logger: silent });
const done = { messages: [{ role: 'user', content: { type: 'text', text: 'done' } }] };

/** Tests how an adapter sends progress and log messages to its clients. */
export function testProgressAndLogs(own: Own, hosts: Hosts): void {
  const open = closables();
  afterEach(() => void (later.length = 0));
  async function meet(hosting: Hosting, version: Version, options: { logging?: boolean } = {}) {
    const host = await hosting(runtime(), options);
    open.push(host);
    const client = await host.meet(version);
    open.push(client);
    return client;
  }

  describe.each(waysOf(hosts))('RequestContext %s, with the official %s', (...[, version, hosting]) => {
    test('sends finite, increasing progress until the result', async () => {
      const client = await meet(hosting, version);
      const received: unknown[] = [];
      const onprogress = (progress: unknown) => received.push(progress);
      expect(await client.getPrompt('steps', { steps: '1,3,3,2,4' }, { onprogress })).toEqual(done);
      later[0]?.progress(9);
      expect(await client.getPrompt('odd', {}, { onprogress })).toEqual(done);
      expect(received).toEqual([
        { progress: 1, total: 10, message: 'at 1' },
        { progress: 3, total: 10, message: 'at 3' },
        { progress: 4, total: 10, message: 'at 4' },
        { progress: 1 },
      ]);
    });

    test('returns the result if the client requests no progress', async () => {
      const client = await meet(hosting, version);
      expect(await client.getPrompt('steps', { steps: '1,2' })).toEqual(done);
    });

    test('sends no log messages without the logging option', async () => {
      const client = await meet(hosting, version);
      const lines: unknown[] = [];
      client.onLog((line) => lines.push(line));
      expect(client.serverCapabilities()).not.toHaveProperty('logging');
      await client.getPrompt('chatty');
      await client.getPrompt('chatty');
      expect(lines).toEqual([]);
    });
  });

  // Since 2026-07-28, each request sets its own log level.
  const ofSessions = waysOf(hosts).filter(([, version]) => !isModern(version));
  describe.each(ofSessions)('RequestContext.log %s, with the official %s', (kind, version, hosting) => {
    test('sends log messages from the level that the client sets', async () => {
      const client = await meet(hosting, version, { logging: true });
      expect(client.serverCapabilities()).toMatchObject({ logging: {} });
      const lines: unknown[] = [];
      client.onLog((line) => lines.push(line));
      expect(await client.getPrompt('chatty')).toEqual(done);
      later[0]?.log('error', 'too late');
      const all = [
        { level: 'debug', data: 'looking' },
        { level: 'info', data: { message: 'found', count: 2 } },
        { level: 'warning', data: 'few' },
      ];
      // Data that is not JSON is dropped, except in memory, where it is not serialised.
      const last = kind === 'in memory' ? [{ level: 'error', data: { message: 'none left', big: 1n } }] : [];
      expect(lines).toEqual([...all, ...last]);
      lines.length = 0;
      await client.setLoggingLevel('notice');
      await client.getPrompt('chatty');
      expect(lines).toEqual([all[2], ...last]);
      lines.length = 0;
      await client.setLoggingLevel('emergency');
      await client.getPrompt('chatty');
      expect(lines).toEqual([]);
    });
  });

  describe('logging/setLevel', () => {
    test('does not affect the next client of a server', async () => {
      const server = ownServer(own, runtime(), { logging: true });
      async function linesOf(...messages: object[]): Promise<unknown[]> {
        const [near, far] = own.InMemoryTransport.createLinkedPair();
        const received: object[] = [];
        near.onmessage = (message) => received.push(message);
        await server.connect(far);
        for (const message of messages) await near.send({ jsonrpc: '2.0', ...message });
        await until(() => received.some((message) => 'id' in message && message.id === 1));
        await near.close();
        return received.filter((message) => 'method' in message);
      }
      const get = { id: 1, method: 'prompts/get', params: { name: 'chatty' } };
      expect(await linesOf({ id: 0, method: 'logging/setLevel', params: { level: 'emergency' } }, get)).toEqual([]);
      expect(await linesOf(get)).toHaveLength(4);
    });
  });

  describe('RequestContext.progress', () => {
    test('does not fail the request if notifications cannot be sent', async () => {
      const server = ownServer(own, runtime(), { logging: true });
      const reported: string[] = [];
      server.onerror = ({ message }) => reported.push(message);
      const [near, far] = own.InMemoryTransport.createLinkedPair();
      const send = far.send.bind(far);
      far.send = (message, options) =>
        'method' in message ? Promise.reject(new Error('No way through')) : send(message, options);
      await server.connect(far);
      const answered = new Promise((resolve) => (near.onmessage = resolve));
      const params = { name: 'steps', arguments: { steps: '1,2' }, _meta: { progressToken: 't' } };
      await near.send({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params });
      expect(await answered).toEqual({ jsonrpc: '2.0', id: 1, result: done });
      expect(reported).toEqual(['No way through', 'No way through']);
      await near.close();
    });
  });
}

/** Tests how an adapter answers the requests of clients that set a level. */
export function testLevels({ serveHttp }: Pick<Adapter, 'serveHttp'>): void {
  const open = closables();

  describe('logging/setLevel', () => {
    const setLevel = (level: unknown) =>
      JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'logging/setLevel', params: { level } });
    async function serve(options: { sessions?: boolean; logging?: boolean }) {
      const server = await serveHttp(runtime(), { name: 'x', version: '1', port: 0, ...options });
      open.push(server);
      const session = async () => {
        const { headers } = await post(server.url, JSON.stringify(initialize('2025-11-25')));
        return { 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
      };
      return { url: server.url, session };
    }
    const chatty = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'chatty' } });

    test('rejects an unknown level', async () => {
      const { url, session } = await serve({ logging: true });
      const message = 'level must be one of debug, info, notice, warning, error, critical, alert, emergency';
      const answers = { jsonrpc: '2.0', id: 2, error: { code: -32602, message } };
      const own = await session();
      for (const level of ['loud', undefined, 3]) expect((await post(url, setLevel(level), own)).body).toEqual(answers);
    });

    test('sets the level of its own session only', async () => {
      const { url, session } = await serve({ logging: true });
      const [quiet, loud] = [await session(), await session()];
      expect((await post(url, setLevel('error'), quiet)).body).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
      const [first, second] = [await post(url, chatty, quiet), await post(url, chatty, loud)];
      expect(first.body).toEqual({ jsonrpc: '2.0', id: 1, result: done });
      expect(second.body).toHaveLength(4);
    });

    test('returns method not found without a session or the option', async () => {
      const notFound = { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'Method not found' } };
      const stateless = await serve({ logging: true });
      expect((await post(stateless.url, setLevel('error'))).body).toEqual(notFound);
      expect((await post(stateless.url, chatty)).body).toEqual({ jsonrpc: '2.0', id: 1, result: done });
      const without = await serve({});
      expect((await post(without.url, setLevel('error'), await without.session())).body).toEqual(notFound);
    });
  });
}
