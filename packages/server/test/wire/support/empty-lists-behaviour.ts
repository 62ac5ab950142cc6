import { type Auth, Prompt, type PromptHandler, Runtime, ResourceReader } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import type { Adapter } from './adapter.ts';
import { inProcess } from './in-process.ts';
import { initialize, type Json } from './raw.ts';
import { type Ask, askOverHttp, askOverStdio, openSession, revisions } from './speaking.ts';
import { closables } from '../../support/closables.ts';

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

/** Every list that a server has nothing for, as it is then. */
export const emptyLists: readonly [string, object][] = [
  ['tools/list', { tools: [] }],
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
];

const invalidCursor = { code: -32602, message: 'Invalid cursor: ask for the list without one' };
const notFound = { code: -32601, message: 'Method not found' };

/** Asks for all that there is not, and gives the answers in one. */
export async function askForNothing(ask: Ask): Promise<Record<string, Json>> {
  const answers: Record<string, Json> = {};
  for (const [method] of emptyLists) {
    answers[method] = await ask(method);
    answers[`${method} {}`] = await ask(method, {});
    for (const cursor of ['', 'abc', 7, null]) answers[`${method} ${cursor}`] = await ask(method, { cursor });
  }
  answers['tools/call'] = await ask('tools/call', { name: 'x' });
  answers['resources/read'] = await ask('resources/read', { uri: 'x:y' });
  return answers;
}

/** What all of it is answered with; `list` makes of a list what a revision does. */
export function nothing(list: (result: object) => object = (result) => result): Record<string, object> {
  const answers: Record<string, object> = { 'tools/call': notFound, 'resources/read': notFound };
  for (const [method, result] of emptyLists) {
    for (const params of ['', ' {}']) answers[method + params] = list(result);
    for (const cursor of ['', 'abc', 7, null]) answers[`${method} ${cursor}`] = invalidCursor;
  }
  return answers;
}

/** A server over HTTP, the address of which is known. */
interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Tests that a server without tools and resources says so, for hosts that take an error for a server that is dead. */
export function testEmptyLists({ serveHttp, serveStdio }: Pick<Adapter, 'serveHttp' | 'serveStdio'>): void {
  const open = closables();
  const runtime = new Runtime({ prompts: [Only] });
  const near = async (served: Runtime) => {
    const server = await inProcess({ serveStdio }, served);
    open.push(server);
    return server;
  };
  async function far(options: { authenticate?: () => Auth } = {}): Promise<Served> {
    const server = await serveHttp(runtime, { name: 'far', version: '1.0.0', port: 0, ...options });
    open.push(server);
    return server;
  }

  describe.each(revisions)('lists of what there is not, with revision %s', (revision) => {
    test('are empty over HTTP, in a session or without one', async () => {
      const { url } = await far({});
      const inSession = askOverHttp(url, await openSession(url, revision));
      expect(await askForNothing(inSession)).toEqual(nothing());
      expect(await askForNothing(askOverHttp(url, { 'mcp-protocol-version': revision }))).toEqual(nothing());
    });
  });

  test.each(['2024-11-05', '2025-11-25'])(
    'returns empty lists over stdio, and does not offer them, with revision %s',
    async (revision) => {
      const server = await near(runtime);
      expect(await server.lines.ask(JSON.stringify(initialize(revision)))).toMatchObject({
        result: { capabilities: { prompts: { listChanged: true }, completions: {} } },
      });
      expect(await askForNothing(askOverStdio(server))).toEqual(nothing());
    },
  );

  test('are offered by no server that has none', async () => {
    const { lines } = await near(runtime);
    const { result } = (await lines.ask(JSON.stringify(initialize('2025-11-25')))) as { result: object };
    expect(result).toMatchObject({ capabilities: expect.not.objectContaining({ tools: expect.anything() }) });
    expect(result).toMatchObject({ capabilities: expect.not.objectContaining({ resources: expect.anything() }) });
  });

  test('are empty before a client has introduced itself over stdio', async () => {
    expect(await askOverStdio(await near(runtime))('tools/list')).toEqual({ tools: [] });
  });

  test('leave a server with resources its own', async () => {
    const server = await near(new Runtime({ prompts: [Only], resources: new Page() }));
    const ask = askOverStdio(server);
    expect(await ask('resources/list')).toEqual({ resources: [{ uri: 'page:///1', name: 'page' }] });
    expect(await ask('resources/templates/list')).toEqual({ resourceTemplates: [] });
    expect(await ask('resources/templates/list', { cursor: 'abc' })).toEqual(invalidCursor);
    expect(await ask('tools/list')).toEqual({ tools: [] });
  });
}
