import { Runtime } from '@cuecard/core';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inProcess } from './support/in-process.ts';
import { type Ask, askOverStdio, type Servers, startServers, ways } from './support/revisions.ts';

interface Page {
  readonly resources: readonly { readonly uri: string }[];
  readonly nextCursor?: string;
}

async function pages(ask: Ask): Promise<string[][]> {
  const all: string[][] = [];
  let params = {};
  for (;;) {
    const { resources, nextCursor: cursor } = (await ask('resources/list', params)) as Page;
    all.push(resources.map(({ uri }) => uri));
    if (cursor === undefined) return all;
    params = { cursor };
  }
}

const unnamed = { code: -32602, message: 'The URI of a resource must be a string' };
const invalidCursor = { code: -32602, message: 'Invalid cursor: request the list without a cursor' };
const invalidParams = (method: string) => ({ code: -32602, message: `Invalid params for ${method}` });
const notFound = (uri: string) => ({ code: -32002, message: `No resource at "${uri}"`, data: { uri } });

const byUri = ['resources/read', 'resources/subscribe', 'resources/unsubscribe'];
const lists = ['resources/list', 'resources/templates/list'];

/** Invalid requests and their errors. */
const wrong: [string, unknown, object][] = [
  ...byUri.flatMap((method): [string, unknown, object][] => [
    [method, undefined, unnamed],
    [method, {}, unnamed],
    ...[5, null, true, ['shelf:///1'], { href: 'shelf:///1' }].map((uri): [string, unknown, object] => [
      method,
      { uri },
      unnamed,
    ]),
    [method, { URI: 'shelf:///1' }, unnamed],
    ...[null, [], 'shelf:///1', 5].map((params): [string, unknown, object] => [method, params, invalidParams(method)]),
    [method, { uri: 'shelf:///1', _meta: 5 }, invalidParams(method)],
  ]),
  ...['resources/read', 'resources/subscribe'].flatMap((method): [string, unknown, object][] => [
    [method, { uri: '' }, notFound('')],
    [method, { uri: 'no URI at all' }, notFound('no URI at all')],
    [method, { uri: '__proto__' }, notFound('__proto__')],
    [method, { uri: `shelf:///${'x'.repeat(7999)}` }, notFound(`shelf:///${'x'.repeat(55)}…`)],
  ]),
  ...lists.flatMap((method): [string, unknown, object][] => [
    ...['', 'abc', 'shelf:///3', 5, null, {}].map((cursor): [string, unknown, object] => [
      method,
      { cursor },
      invalidCursor,
    ]),
    [method, [], invalidParams(method)],
  ]),
];

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => Promise.all([servers.stdio.close(), servers.http.close()]));

describe('RuntimeOptions.resources', () => {
  describe.each([
    ['2024-11-05', 'over stdio'],
    ['2025-03-26', 'in a session over HTTP'],
    ['2025-06-18', 'without a session over HTTP'],
    ['2025-11-25', 'in a session over HTTP'],
  ] as const)('with revision %s, %s', (revision, way) => {
    let ask: Ask;
    beforeAll(async () => {
      ask = await ways[way](servers, revision);
    });

    test('lists each resource once, in pages', async () => {
      expect(await pages(ask)).toEqual([
        ['shelf:///0', 'shelf:///1', 'shelf:///2'],
        ['shelf:///3', 'shelf:///4', 'shelf:///5'],
        ['shelf:///6', 'shelf:///cover'],
      ]);
    });

    test('lists templates', async () => {
      expect(await ask('resources/templates/list')).toEqual({
        resourceTemplates: [{ uriTemplate: 'shelf:///{number}', name: 'book', description: 'A book, by its number' }],
      });
    });

    test('reads text and bytes', async () => {
      expect(await ask('resources/read', { uri: 'shelf:///5' })).toEqual({
        contents: [{ uri: 'shelf:///5', mimeType: 'text/plain', text: 'Book 5' }],
      });
      expect(await ask('resources/read', { uri: 'shelf:///cover' })).toEqual({
        contents: [{ uri: 'shelf:///cover', mimeType: 'image/png', blob: 'iVBORw0KGgo=' }],
      });
    });

    test.each(['resources/read', 'resources/subscribe'])('rejects an unknown resource in %s', async (method) => {
      const isRefused = method === 'resources/subscribe' && way.startsWith('without');
      expect(await ask(method, { uri: 'shelf:///99' })).toEqual(
        isRefused
          ? { code: -32601, message: 'Subscriptions need a session: send initialize first' }
          : notFound('shelf:///99'),
      );
    });

    test('returns an internal error without details if the reader throws', async () => {
      expect(await ask('resources/read', { uri: 'shelf:///burnt' })).toEqual({
        code: -32603,
        message: 'Internal error',
        data: { id: expect.stringMatching(/^[\da-f-]{36}$/) },
      });
    });
  });

  test('rejects invalid parameters in a session and over stdio', async () => {
    const inSession = await ways['in a session over HTTP'](servers, '2025-11-25');
    const asks = [[inSession, true] as const, [askOverStdio(servers.stdio), false] as const];
    for (const [ask, isOverHttp] of asks) {
      for (const [method, params, error] of wrong) {
        const details = { isOverHttp, method, params };
        expect({ ...details, error: await ask(method, params) }).toEqual({ ...details, error });
      }
    }
  });

  test('rejects resource methods if the server has no resources', async () => {
    const server = await inProcess(new Runtime({ prompts: [] }));
    const ask = askOverStdio(server);
    for (const method of byUri) {
      expect(await ask(method, { uri: 'shelf:///1' })).toEqual({ code: -32601, message: 'Method not found' });
    }
    await server.close();
  });
});
