import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Class, Runtime, type ResourceContents, ResourceReader } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Child } from './support/child.ts';
import { inProcess } from './support/in-process.ts';
import { initialize, post } from './support/raw.ts';
import { shelfServer } from './support/shelf.ts';

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

async function subscribed(child: Child): Promise<Child> {
  if (!isDeepStrictEqual(await child.lines.ask(subscribe(1)), done)) throw new Error('It cannot be subscribed to');
  return child;
}

async function greeted(): Promise<Child> {
  const child = await Child.start(shelfServer);
  await child.lines.ask(JSON.stringify(initialize('2025-11-25')));
  return child;
}

describe('in one connection over stdio', () => {
  let child: Child;
  beforeAll(async () => {
    child = await greeted();
  });
  afterAll(() => child.close());

  beforeEach(async () => {
    child.lines.received.length = 0;
    await subscribed(child);
  });
  afterEach(async () => {
    for (const number of [1, 2, 3, 4]) await child.lines.ask(unsubscribe(number));
    await child.watching(0);
  });

  test('many changes at once are one notice, and later ones another', async () => {
    const { lines } = child;
    await lines.ask(edit(1, 20));
    expect((await lines.until(3))[2]).toEqual(updated(1));
    await lines.ask(edit(1, 1));
    expect((await lines.until(5))[4]).toEqual(updated(1));
    await sleep(150);
    expect(lines.received).toHaveLength(5);
  });

  test('no notice follows the end of a subscription, not even of an earlier change', async () => {
    const { lines } = child;
    lines.write(`${edit(1, 1)}\n${unsubscribe(1)}`);
    await lines.until(3);
    await sleep(150);
    expect(lines.received).toHaveLength(3);
    await child.watching(0);
  });

  test('a subscription that is asked for twice is one, and one that is not there can be ended', async () => {
    expect(await child.lines.ask(subscribe(1))).toEqual(done);
    expect(await child.lines.ask(unsubscribe(5))).toEqual(done);
    await child.watching(1);
    expect(await child.lines.ask(unsubscribe(1))).toEqual(done);
    await child.watching(0);
  });

  test('there may be limits.subscriptions', async () => {
    const { lines } = child;
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
  let child: Child;
  beforeEach(async () => {
    child = await subscribed(await greeted());
  });
  afterEach(() => child.close());

  test('nothing is watched any more when the client has closed its end', async () => {
    await child.watching(1);
    child.hangUp();
    await expect(child.watching(0)).resolves.toBeUndefined();
  });

  test('SIGTERM ends the server in order, with a notice due', async () => {
    await child.lines.ask(edit(1, 1));
    expect(await child.stop()).toBe(0);
  });
});

describe('over HTTP', () => {
  let child: Child;
  beforeAll(async () => {
    child = await Child.start(shelfServer, '--http');
  }, 30_000);
  afterAll(() => child.close());

  test('nothing is watched any more when the sessions have ended', async () => {
    const [first, second] = [await session(child.url), await session(child.url)];
    expect((await post(child.url, subscribe(1), first)).body).toEqual(done);
    expect((await post(child.url, subscribe(1), second)).body).toEqual(done);
    await child.watching(2);
    await fetch(child.url, { method: 'DELETE', headers: first });
    await child.watching(1);
    await fetch(child.url, { method: 'DELETE', headers: second });
    await child.watching(0);
  });

  test.each([
    ['resources/subscribe', subscribe(1)],
    ['resources/unsubscribe', unsubscribe(1)],
  ])('without a session %s is refused, and says why', async (_, sent) => {
    const error = { code: -32601, message: 'Subscriptions need a session: ask for one with initialize' };
    const stateless = await serveHttp(runtimeOf(Watched), { name: 'near', version: '1', port: 0, sessions: false });
    for (const url of [child.url, stateless.url]) {
      expect((await post(url, sent)).body).toEqual({ jsonrpc: '2.0', id: 1, error });
    }
    await stateless.close();
  });

  test('SIGTERM ends the server in order, with a stream open and a notice due', async () => {
    const headers = await session(child.url);
    const stream = await fetch(child.url, { headers: { accept: 'text/event-stream', ...headers } });
    await post(child.url, subscribe(1), headers);
    await post(child.url, edit(1, 1), headers);
    const rest = stream.text().catch(() => '');
    expect(await child.stop()).toBe(0);
    await rest;
  });
});

test('a server whose resources cannot be watched offers no subscriptions', async () => {
  const { lines, close } = await inProcess({ serveStdio }, runtimeOf(Unwatched));
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
