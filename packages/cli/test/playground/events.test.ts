import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { definePrompt, Runtime, type VersionSelector } from '@cuecard/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createPlayground, type ProjectEvent } from '@cuecard/cli/playground';
import { describe, expect, jest, test } from '@jest/globals';
import type { CataloguePage } from '../../build/playground/api.js';
import { until } from '../support/until.ts';
import { closables } from '../../../server/test/support/closables.ts';
import { EventReader } from './support/event-reader.ts';
import { servedPage } from './support/served-page.ts';

const open = closables();
const desk = (select: VersionSelector = () => undefined) => {
  const versions = ['1.0.0', '2.0.0'];
  return new Runtime({
    prompts: versions.map((version) => {
      const description = `Version ${version}`;
      return definePrompt({ name: 'review', version, description, labels: [`v${version[0]}`], render: () => version });
    }),
    select,
  });
};

describe('GET /-/events', () => {
  test('reports calls, events of the project and changed lists', async () => {
    const listeners = new Set<(event: ProjectEvent) => void>();
    const runtime = desk();
    const page = await servedPage(runtime, open, {
      onEvent: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    expect(listeners.size).toBe(0);
    const reader = await EventReader.open(page);
    expect(listeners.size).toBe(1);
    const reloaded = { type: 'reloaded', changed: ['prompt review@2.0.0'], ms: 12 } as const;
    for (const notify of listeners) notify(reloaded);
    await page.playground.served.methods.get('prompts/get')!.answer({ name: 'review@1.0.0' });
    await page.playground.served.methods.get('prompts/list')!.answer({});
    runtime.replace(runtime.registry.without(['review@2.0.0']));
    await until(() => reader.events.length === 4);
    const call = { id: 1, method: 'prompts/get', params: { name: 'review@1.0.0' } };
    expect(reader.events.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'call', call: expect.objectContaining(call) },
      { type: 'call', call: expect.objectContaining({ id: 2, method: 'prompts/list' }) },
      { type: 'list-changed', kind: 'prompt' },
      reloaded,
    ]);
    reader.leave();
    await until(() => listeners.size === 0);
  });

  test('reports another chosen version together with the notification of clients', async () => {
    let choice = '2.0.0';
    const runtime = desk(async (versions) => versions.find(({ version }) => version === choice));
    const page = await servedPage(runtime, open);
    const descriptions: string[] = [];
    const client = new Client(
      { name: 'official', version: '1.0.0' },
      {
        versionNegotiation: { mode: 'auto' },
        listChanged: {
          prompts: {
            debounceMs: 0,
            onChanged: (_error, prompts) => descriptions.push(prompts?.[0]?.description ?? ''),
          },
        },
      },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(page.endpoint)));
    open.push(client);
    const reader = await EventReader.open(page);
    const chosen = async () => (await client.listPrompts()).prompts[0]?.description;
    const shown = async () => {
      const { entries } = await page.get<CataloguePage>('catalogue');
      return entries.map(({ version, labels, isChosen }) => [version, labels, isChosen]);
    };
    expect(await chosen()).toBe('Version 2.0.0');
    expect(await shown()).toEqual([
      ['2.0.0', ['v2'], true],
      ['1.0.0', ['v1'], false],
    ]);
    choice = '1.0.0';
    runtime.notifyListChanged('prompt');
    await until(() => descriptions.at(-1) === 'Version 1.0.0');
    await until(() => reader.events.some(({ type }) => type === 'list-changed'));
    expect(reader.events).toContainEqual({ type: 'list-changed', kind: 'prompt' });
    expect(await shown()).toEqual([
      ['2.0.0', ['v2'], false],
      ['1.0.0', ['v1'], true],
    ]);
    reader.leave();
  });

  test('serves at most twenty pages at a time', async () => {
    const page = await servedPage(desk(), open);
    const readers = await Promise.all(Array.from({ length: 20 }, () => EventReader.open(page)));
    const refused = await page.api('events');
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: { code: 'no-stream', message: '20 pages are already open. Close some of them' } },
    ]);
    readers[0]?.leave();
    await until(async () => {
      const answer = await page.api('events');
      await answer.body?.cancel();
      return answer.status === 200;
    });
    for (const reader of readers) reader.leave();
  });

  test('ends on close, so that the server closes at once', async () => {
    const { serveHttp } = await import('@cuecard/server');
    const runtime = desk();
    const identity = { name: 'desk', version: '1.0.0' };
    const playground = createPlayground({ runtime, ...identity });
    const server = await serveHttp(playground.served, { ...identity, fallback: playground.listener, port: 0 });
    const authorization = `Bearer ${new URL(playground.urlFor(server.url)).hash.slice('#token='.length)}`;
    const stream = await fetch(new URL('/-/events', server.url), { headers: { authorization } });
    const reader = new EventReader(stream, new AbortController());
    const begun = performance.now();
    playground.close();
    await reader.ended;
    expect((await fetch(new URL('/-/events', server.url), { headers: { authorization } })).status).toBe(503);
    await server.close();
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  /** Starts a playground, and a client that requests its events without reading them. */
  async function unreadStream() {
    const listeners = new Set<(event: ProjectEvent) => void>();
    const onEvent = (listener: (event: ProjectEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const { listener, urlFor, close } = createPlayground({ runtime: desk(), name: 'desk', version: '1.0.0', onEvent });
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const token = new URL(urlFor('http://127.0.0.1/mcp')).hash.slice('#token='.length);
    const slow = connect(port, '127.0.0.1').pause();
    slow.write(`GET /-/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`);
    return { listeners, slow, server, close, port, token };
  }

  test('stops at close and does not wait for slow readers', async () => {
    const { listeners, slow, server, close } = await unreadStream();
    slow.on('error', () => {});
    await until(() => listeners.size === 1);
    const [notify] = listeners;
    notify?.({ type: 'log', level: 'info', message: 'x'.repeat(20_000_000) });
    close();
    notify?.({ type: 'log', level: 'info', message: 'late' });
    expect(listeners.size).toBe(0);
    const begun = performance.now();
    await new Promise((resolve) => server.close(resolve));
    expect(performance.now() - begun).toBeLessThan(2_000);
    slow.destroy();
  });

  test('sends a heartbeat after 15 seconds of silence', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout', 'Date'],
    });
    try {
      const page = await servedPage(desk(), open);
      const leaving = new AbortController();
      const { body } = await page.api('events', { signal: leaving.signal });
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader.read()).value).toBe(':\n\n');
      jest.advanceTimersByTime(15_000);
      expect((await reader.read()).value).toBe(':\n\n');
      leaving.abort();
    } finally {
      jest.useRealTimers();
    }
  });

  test('disconnects slow readers and continues for others', async () => {
    const { listeners, slow, server, close, port, token } = await unreadStream();
    let isCut = false;
    slow.on('error', () => {}).once('close', () => (isCut = true));
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const quick = await fetch(`http://127.0.0.1:${port}/-/events`, { headers, signal: leaving.signal });
    const reader = new EventReader(quick, leaving);
    await until(() => listeners.size === 1);
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    await until(async () => (await connections()) === 2);
    let count = 0;
    await until(async () => {
      for (const notify of listeners)
        notify({ type: 'log', level: 'info', message: `${(count += 1)} ${'x'.repeat(500_000)}` });
      return (await connections()) === 1;
    });
    await until(() => reader.events.length === count);
    slow.resume();
    await until(() => isCut);
    expect(reader.events).toHaveLength(count);
    leaving.abort();
    close();
    server.close();
  });
});
