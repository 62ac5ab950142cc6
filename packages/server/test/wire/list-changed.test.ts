import { PassThrough } from 'node:stream';
import { type Class, Prompt, type PromptHandler, Registry, Runtime } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { overHttp } from './support/clients.ts';
import { COLLECTED_MS, fakeClock } from '../../../../build/jest/fake-time.ts';
import { initialize, Lines, post } from './support/raw.ts';
import { until } from './support/until.ts';
import { everyVersion, signatureOf } from './support/versions.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'changing', version: '1.0.0' };

@Prompt()
class First implements PromptHandler {
  render = () => 'first';
}
@Prompt()
class Second implements PromptHandler {
  render = () => 'second';
}
@Prompt({ name: 'second' })
class SecondAgain implements PromptHandler {
  render = () => 'second, again';
}
@Prompt()
class Third implements PromptHandler {
  render = () => 'third';
}
const names = (listed: unknown) => (listed as { prompts: { name: string }[] }).prompts.map(({ name }) => name);

/** The listener of the server itself, which notifies all subscriptions of 2026-07-28. */
const OWN_LISTENERS = 1;

const clock = fakeClock();
const open = closables();

describe('notifications/prompts/list_changed', () => {
  test.each(everyVersion)('announces only a different list, to the official %s', async (version) => {
    const runtime = new Runtime({ prompts: [First] });
    const server = await serveHttp(runtime, { ...identity, port: 0 });
    open.push(server);
    const client = await overHttp[version](server.url);
    open.push(client);
    const changes: unknown[] = [];
    await client.hear([], (change) => void changes.push(change));
    clock.fakeTimeouts();
    const replace = (prompt: Class<PromptHandler>) => {
      runtime.replace(runtime.registry.with(prompt));
      clock.pass(COLLECTED_MS);
    };

    replace(Second);
    await until(() => changes.length === 1);
    expect(names(await client.listPrompts())).toEqual(['first', 'second']);

    replace(SecondAgain); // The list stays the same.
    replace(Third);
    await until(() => changes.length >= 2);
    await client.listPrompts(); // A third notification would arrive before the response.
    expect(changes).toEqual(['prompts', 'prompts']);
    expect(await client.getPrompt({ name: 'second' })).toEqual({
      ...signatureOf(version, 'changing'),
      messages: [{ role: 'user', content: { type: 'text', text: 'second, again' } }],
    });
  });

  test('announces a change over stdio only after initialize', async () => {
    const runtime = new Runtime({ prompts: [First] });
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    open.push(await serveStdio(runtime, { ...identity, stdin, stdout }));
    const lines = new Lines(stdin, stdout);
    runtime.replace(new Registry([Second]));
    await lines.ask(JSON.stringify(initialize('2025-11-25')));
    runtime.replace(new Registry([First, Second]));
    const [, notification] = await lines.until(2);
    expect(notification).toEqual({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' });
  });

  test('removes the listener of a session that ends', async () => {
    const runtime = new Runtime({ prompts: [First] });
    let listeners = 0;
    const listen = runtime.onListChanged.bind(runtime);
    runtime.onListChanged = (listener) => {
      listeners += 1;
      const stop = listen(listener);
      return () => {
        listeners -= 1;
        stop();
      };
    };
    const server = await serveHttp(runtime, { ...identity, port: 0 });
    open.push(server);
    const session = async () =>
      (await post(server.url, JSON.stringify(initialize('2025-11-25')))).headers.get('mcp-session-id') ?? '';
    const ids = [await session(), await session()];
    // Clients without a session have no listener.
    await post(server.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' }));
    expect(listeners).toBe(OWN_LISTENERS + 2);
    await fetch(server.url, { method: 'DELETE', headers: { 'mcp-session-id': ids[0] ?? '' } });
    expect(listeners).toBe(OWN_LISTENERS + 1);
    await server.close();
    expect(listeners).toBe(0);
  });
});
