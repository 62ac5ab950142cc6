import { definePrompt, defineResource, defineTool, Runtime, ResourceReader } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { EventReader } from './support/event-reader.ts';
import { COLLECTED_MS, fakeClock } from '../../../../build/jest/fake-time.ts';
import { nextRequest } from './support/next-request.ts';
import { initialize, post } from './support/raw.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'x', version: '1' };
const prompt = (name: string) => definePrompt({ name, render: () => name });
const LIST_CHANGED = { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' };

/** Resources whose changes the test triggers. */
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

const clock = fakeClock();
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
  /** Opens a stream and closes it again. */
  const listenBriefly = async () => {
    const { closed } = nextRequest(server.url);
    await (await listen()).close();
    await closed;
  };
  return { url: server.url, session, listen, listenBriefly };
}

describe('standalone stream', () => {
  test('closes the previous stream when a session opens another', async () => {
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
    'sends a missed change of a list when it opens: %s',
    async (kind) => {
      const made = {
        prompt,
        tool: (name: string) => defineTool({ name, call: () => name }),
        resource: (name: string) => defineResource({ name, uri: `shelf:///${name}`, read: () => name }),
      }[kind];
      const runtime = new Runtime({ prompts: [], tools: [], resources: new Changing() });
      const { listen, listenBriefly } = await start(runtime);
      await listenBriefly();
      clock.fakeTimeouts();
      runtime.replace(runtime.registry.with(made('more')));
      clock.pass(COLLECTED_MS);
      const received = await (await listen()).until(1);
      expect(received).toEqual([{ jsonrpc: '2.0', method: `notifications/${kind}s/list_changed` }]);
    },
  );

  test('sends one notification per missed change, once', async () => {
    const resources = new Changing();
    const runtime = new Runtime({ prompts: [prompt('one')], resources });
    const { url, session, listen, listenBriefly } = await start(runtime);
    for (const uri of ['shelf:///a', 'shelf:///b']) {
      const subscribe = { jsonrpc: '2.0', id: uri, method: 'resources/subscribe', params: { uri } };
      expect((await post(url, JSON.stringify(subscribe), session)).status).toBe(200);
    }
    await listenBriefly();
    clock.fakeTimeouts();
    runtime.replace(runtime.registry.with(prompt('two')));
    clock.pass(COLLECTED_MS);
    runtime.replace(runtime.registry.with(prompt('three')));
    resources.change('shelf:///b');
    clock.pass(COLLECTED_MS);
    const updated = (uri: string) => ({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
    const changeLast = () => {
      resources.change('shelf:///a');
      clock.pass(COLLECTED_MS);
    };
    const { closed } = nextRequest(url);
    const after = await listen();
    expect(new Set(await after.until(2))).toEqual(new Set([LIST_CHANGED, updated('shelf:///b')]));
    changeLast();
    expect((await after.until(3)).slice(2)).toEqual([updated('shelf:///a')]);
    await after.close();
    await closed;
    const again = await listen();
    changeLast();
    expect(await again.until(1)).toEqual([updated('shelf:///a')]);
  });
});
