import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt, defineResource, defineTool, Runtime, ResourceReader } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import type { Adapter } from './adapter.ts';
import { EventReader } from './event-reader.ts';
import { initialize, post } from './raw.ts';
import { closables } from '../../../transports/test/support/closables.ts';

const identity = { name: 'x', version: '1' };
const prompt = (name: string) => definePrompt({ name, render: () => name });
const LIST_CHANGED = { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' };

/** Resources that change when it is said that they do. */
class Changing extends ResourceReader {
  readonly #watchers = new Map<string, () => void>();

  async read(uri: string) {
    return { uri, text: uri };
  }

  override async watch(uri: string, changed: () => void) {
    this.#watchers.set(uri, changed);
    return () => void this.#watchers.delete(uri);
  }

  change(uri: string): void {
    this.#watchers.get(uri)?.();
  }
}

/** Tests the stream over which a session is told what no request is about. */
export function testStandaloneStream({ serveHttp }: Pick<Adapter, 'serveHttp'>): void {
  const open = closables();
  async function start(runtime: Runtime) {
    const server = await serveHttp(runtime, { ...identity, port: 0 });
    open.push(server);
    const hello = await post(server.url, JSON.stringify(initialize('2025-11-25')));
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const listen = async () => {
      const stream = await EventReader.open(server.url, undefined, session);
      open.push(stream);
      return stream;
    };
    return { url: server.url, session, listen };
  }

  test('another takes the place of the first, whose client may have gone without a word', async () => {
    const runtime = new Runtime({ prompts: [prompt('one')] });
    const { listen } = await start(runtime);
    const [first, second] = [await listen(), await listen()];
    await first.ended;
    runtime.replace(runtime.registry.with(prompt('two')));
    expect([first.status, second.status, first.received, await second.until(1)]).toEqual([
      200,
      200,
      [],
      [LIST_CHANGED],
    ]);
  });

  test.each(['prompt', 'tool', 'resource'] as const)(
    'a changed list of a %s reaches a client that opens the stream later',
    async (kind) => {
      const made = {
        prompt,
        tool: (name: string) => defineTool({ name, call: () => name }),
        resource: (name: string) => defineResource({ name, uri: `shelf:///${name}`, read: () => name }),
      }[kind];
      const runtime = new Runtime({ prompts: [], tools: [], resources: new Changing() });
      const { listen } = await start(runtime);
      const before = await listen();
      await before.close();
      await sleep(50);
      runtime.replace(runtime.registry.with(made('more')));
      await sleep(50);
      const told = await (await listen()).until(1);
      expect(told).toEqual([{ jsonrpc: '2.0', method: `notifications/${kind}s/list_changed` }]);
    },
  );

  test('what has changed while none was open is told once one is', async () => {
    const resources = new Changing();
    const runtime = new Runtime({ prompts: [prompt('one')], resources });
    const { url, session, listen } = await start(runtime);
    for (const uri of ['shelf:///a', 'shelf:///b']) {
      const subscribe = { jsonrpc: '2.0', id: uri, method: 'resources/subscribe', params: { uri } };
      expect((await post(url, JSON.stringify(subscribe), session)).status).toBe(200);
    }
    const before = await listen();
    await before.close();
    await sleep(50);
    runtime.replace(runtime.registry.with(prompt('two')));
    await sleep(100);
    runtime.replace(runtime.registry.with(prompt('three')));
    resources.change('shelf:///b');
    await sleep(150);
    const after = await listen();
    const updated = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'shelf:///b' } };
    expect(new Set(await after.until(2))).toEqual(new Set([LIST_CHANGED, updated]));
    await sleep(150);
    expect(after.received).toHaveLength(2);
    await after.close();
    const again = await listen();
    await sleep(100);
    expect(again.received).toEqual([]);
  });
}
