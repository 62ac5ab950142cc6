import { type Auth, defineTool, Prompt, type PromptHandler, Runtime, ResourceReader } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';
import { inProcess } from './support/in-process.ts';
import * as selfContained from './support/modern.ts';
import { initialize, type Json } from './support/raw.ts';
import { type Ask, askOverHttp, askOverStdio, openSession, revisions } from './support/revisions.ts';

@Prompt()
class Only implements PromptHandler {
  render = () => 'only';
}

class Page extends ResourceReader {
  override read = async (uri: string) => ({ uri, mimeType: 'text/plain', text: 'page' });
  override async *list() {
    yield { uri: 'page:///1', name: 'page' };
  }
}

/** The lists that are empty if a server has prompts only. */
const LISTS: readonly [string, object][] = [
  ['tools/list', { tools: [] }],
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
];
const CURSORS = ['', 'abc', 7, null];

const invalidCursor = { code: -32602, message: 'Invalid cursor: request the list without a cursor' };
const notFound = { code: -32601, message: 'Method not found' };

/** Sends every request for tools and resources. Resolves to the results and errors by request. */
async function askForAll(ask: Ask): Promise<Record<string, Json>> {
  const answers: Record<string, Json> = {};
  for (const [method] of LISTS) {
    answers[method] = await ask(method);
    answers[`${method} {}`] = await ask(method, {});
    for (const cursor of CURSORS) answers[`${method} ${cursor}`] = await ask(method, { cursor });
  }
  answers['tools/call'] = await ask('tools/call', { name: 'x' });
  answers['resources/read'] = await ask('resources/read', { uri: 'x:y' });
  return answers;
}

/** Returns the expected results and errors. Each list has the given properties, too. */
function emptyLists(more: object = {}): Record<string, object> {
  const answers: Record<string, object> = { 'tools/call': notFound, 'resources/read': notFound };
  for (const [method, result] of LISTS) {
    for (const params of ['', ' {}']) answers[method + params] = { ...result, ...more };
    for (const cursor of CURSORS) answers[`${method} ${cursor}`] = invalidCursor;
  }
  return answers;
}

const open = closables();
const runtime = new Runtime({ prompts: [Only] });

async function overStdio(served: Runtime = runtime) {
  const server = await inProcess(served);
  open.push(server);
  return server;
}

async function overHttp(options: { authenticate?: () => Auth } = {}): Promise<string> {
  const server = await serveHttp(runtime, { name: 'far', version: '1.0.0', port: 0, ...options });
  open.push(server);
  return server.url;
}

describe('Server with prompts only', () => {
  test.each(revisions)(
    'returns empty lists over HTTP, in a session and without one, with revision %s',
    async (revision) => {
      const url = await overHttp();
      expect(await askForAll(askOverHttp(url, await openSession(url, revision)))).toEqual(emptyLists());
      expect(await askForAll(askOverHttp(url, { 'mcp-protocol-version': revision }))).toEqual(emptyLists());
    },
  );

  test.each(['2024-11-05', '2025-11-25'])('returns empty lists over stdio with revision %s', async (revision) => {
    const server = await overStdio();
    await server.lines.ask(JSON.stringify(initialize(revision)));
    expect(await askForAll(askOverStdio(server))).toEqual(emptyLists());
  });

  test('returns empty lists over stdio before initialize', async () => {
    expect(await askOverStdio(await overStdio())('tools/list')).toEqual({ tools: [] });
  });

  test.each(['2024-11-05', '2025-11-25'])('declares neither tools nor resources with revision %s', async (revision) => {
    const { lines } = await overStdio();
    expect(await lines.ask(JSON.stringify(initialize(revision)))).toMatchObject({
      result: { capabilities: { prompts: { listChanged: true }, completions: {} } },
    });
    const { result } = lines.received[0] as { result: { capabilities: object } };
    expect(Object.keys(result.capabilities).toSorted()).toEqual(['completions', 'prompts']);
  });
});

test('serveHttp with tools only returns no prompts and declares no prompts or completion', async () => {
  const server = await overStdio(new Runtime({ tools: [defineTool({ name: 'work', call: () => 'done' })] }));
  expect(await server.lines.ask(JSON.stringify(initialize('2025-11-25')))).toMatchObject({ result: {} });
  const { result } = server.lines.received[0] as { result: { capabilities: object } };
  expect(result.capabilities).toEqual({ tools: { listChanged: true } });
  const ask = askOverStdio(server);
  expect(await ask('prompts/list')).toEqual({ prompts: [] });
  expect(await ask('prompts/get', { name: 'work' })).toMatchObject({ code: -32601 });
});

describe('Server with prompts and resources', () => {
  test('returns empty lists only for tools and templates', async () => {
    const ask = askOverStdio(await overStdio(new Runtime({ prompts: [Only], resources: new Page() })));
    expect(await ask('resources/list')).toEqual({ resources: [{ uri: 'page:///1', name: 'page' }] });
    expect(await ask('resources/templates/list')).toEqual({ resourceTemplates: [] });
    expect(await ask('resources/templates/list', { cursor: 'abc' })).toEqual(invalidCursor);
    expect(await ask('tools/list')).toEqual({ tools: [] });
  });
});

describe('Server with prompts only, since 2026-07-28', () => {
  const { ask, messageOf, outcome } = selfContained;
  const asked = (method: string, params: unknown) => ({ method, params }) as selfContained.Asked;
  const expected = emptyLists({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });

  test('returns empty lists over HTTP', async () => {
    const url = await overHttp();
    expect(await askForAll(async (method, params) => outcome(await ask(url, asked(method, params))))).toEqual(expected);
    for (const [method] of LISTS) expect(await ask(url, { method })).toMatchObject({ status: 200 });
    for (const method of ['x/y', 'tools/call']) {
      expect(await ask(url, asked(method, { name: 'x' }))).toMatchObject({ status: 404 });
    }
  });

  test('returns empty lists over stdio', async () => {
    const { lines } = await overStdio();
    const send: Ask = async (method, params) =>
      outcome({ body: await lines.ask(JSON.stringify(messageOf(asked(method, params)))) });
    expect(await askForAll(send)).toEqual(expected);
    expect(await send('server/discover')).toMatchObject({
      capabilities: { prompts: { listChanged: true }, completions: {} },
    });
  });
});
