import type { LookupFunction } from 'node:net';
import { definePrompt, Runtime, type ResourceReader, user } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { FileResources, GitResources, HttpResources, ResourcesByScheme } from '@cuecard/resources';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HostileFolder } from '../../../packages/resources/test/support/hostile-folder.ts';
import { SOME_HOSTILE_GIT_URIS } from '../../../packages/resources/test/support/hostile-git-uris.ts';
import { HOSTILE_HTTP_URLS } from '../../../packages/resources/test/support/hostile-http-urls.ts';
import { HOSTILE_LOCATIONS } from '../../../packages/resources/test/support/hostile-locations.ts';
import { hostileRepository } from '../../../packages/resources/test/support/hostile-repository.ts';
import { serve, type TestServer } from '../../../packages/resources/test/support/http-server.ts';
import type { TestRepository } from '../../../packages/resources/test/support/test-repository.ts';

let folder: HostileFolder;
let repository: TestRepository;
let inside: TestServer;
let handler: ReturnType<typeof createHandler>;

beforeAll(async () => {
  [folder, repository, inside] = await Promise.all([HostileFolder.create(), hostileRepository(), serve()]);
  const resources = allResources();
  const runtime = new Runtime({
    prompts: [
      definePrompt({
        name: 'quote',
        args: [{ name: 'uri', allowEmpty: true }],
        render: async ({ uri }, context) => user(await resources.embed(String(uri), context)),
      }),
    ],
    resources,
  });
  handler = createHandler(runtime, { name: 'hostile', version: '1.0.0', sessions: false });
});

afterAll(() => Promise.all([handler.close(), folder.remove(), repository.remove(), inside[Symbol.asyncDispose]()]));

/** One reader of everything, as a server has it. */
function allResources(): ResourceReader {
  const lookup: LookupFunction = (_host, { all }, callback) => {
    if (all === true) process.nextTick(callback, null, [{ address: '127.0.0.1', family: 4 }]);
    else process.nextTick(callback, null, '127.0.0.1', 4);
  };
  const web = new HttpResources({
    origins: [
      { origin: `http://docs.test:${inside.port}`, privateAddresses: true },
      `http://localhost:${inside.port}`,
      `http://internal.test:${inside.port}`,
    ],
    lookup,
  });
  return new ResourcesByScheme({
    file: new FileResources({ roots: [folder.root] }),
    git: new GitResources({ repository: repository.path }),
    http: web,
    https: web,
  });
}

async function ask(method: string, params: object): Promise<{ error?: { code: number; message: string } }> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    host: '127.0.0.1',
    'mcp-protocol-version': '2025-11-25',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await handler.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }));
  return (await response.json()) as { error?: { code: number; message: string } };
}

// A path is hostile to readers of git and HTTP alone; here it is one of the files.
const CORPUS = [...HOSTILE_LOCATIONS, ...SOME_HOSTILE_GIT_URIS, ...HOSTILE_HTTP_URLS].filter(
  (uri) => uri !== 'notes.md',
);

test('the corpus has at least 150 hostile locations', () => {
  expect(new Set(CORPUS).size).toBeGreaterThanOrEqual(150);
});

test.each(CORPUS)('neither resources/read nor an argument of a prompt reads %j', async (pattern) => {
  const uri = folder.at(pattern).replaceAll('{port}', String(inside.port));
  const [read, got] = await Promise.all([
    ask('resources/read', { uri }),
    ask('prompts/get', { name: 'quote', arguments: { uri } }),
  ]);
  const message = `No resource at "${uri.length > 64 ? `${uri.slice(0, 64)}…` : uri}"`;
  const data = { uri: uri.length > 64 ? `${uri.slice(0, 64)}…` : uri };
  expect(read).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32002, message, data } });
  expect(got).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32602, message, data } });
  expect(inside.connections()).toBe(0);
});

test('what is served is read by the same ways', async () => {
  const uri = folder.at('file://{root}/notes.md');
  const contents = { uri, mimeType: 'text/markdown', text: 'notes' };
  expect(await ask('resources/read', { uri })).toMatchObject({ result: { contents: [contents] } });
  expect(await ask('prompts/get', { name: 'quote', arguments: { uri } })).toMatchObject({
    result: { messages: [{ content: { resource: contents } }] },
  });
});
