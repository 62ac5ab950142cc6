import type { LookupFunction } from 'node:net';
import { definePrompt, Runtime, type ResourceReader, user } from '@cuecard/core';
import { FileResources, GitResources, HttpResources, ResourcesByScheme } from '@cuecard/resources';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HostileFolder } from './support/hostile-folder.ts';
import { SOME_HOSTILE_GIT_URIS } from './support/hostile-git-uris.ts';
import { HOSTILE_HTTP_URLS } from './support/hostile-http-urls.ts';
import { HOSTILE_LOCATIONS } from './support/hostile-locations.ts';
import { hostileRepository } from './support/hostile-repository.ts';
import { serve, type TestServer } from './support/http-server.ts';
import type { TestRepository } from './support/test-repository.ts';

let folder: HostileFolder;
let repository: TestRepository;
let inside: TestServer;
let runtime: Runtime;

beforeAll(async () => {
  [folder, repository, inside] = await Promise.all([HostileFolder.create(), hostileRepository(), serve()]);
  const resources = allResources();
  runtime = new Runtime({
    prompts: [
      definePrompt({
        name: 'quote',
        args: [{ name: 'uri', allowEmpty: true }],
        render: async ({ uri }, context) => user(await resources.embed(String(uri), context)),
      }),
    ],
    resources,
  });
});

afterAll(() => Promise.all([folder.remove(), repository.remove(), inside[Symbol.asyncDispose]()]));

/** One reader with all sources, as a server has it. */
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

const call = { client: { revision: '2025-11-25' } } as const;
const read = (uri: string) => runtime.resources!.read({ uri }, call);
const quote = (uri: string) => runtime.prompts.get({ name: 'quote', arguments: { uri } }, call);

// Excludes paths, which are hostile only to readers of git and HTTP; here they name files.
const CORPUS = [...HOSTILE_LOCATIONS, ...SOME_HOSTILE_GIT_URIS, ...HOSTILE_HTTP_URLS].filter(
  (uri) => uri !== 'notes.md',
);

test('the corpus has at least 150 hostile locations', () => {
  expect(new Set(CORPUS).size).toBeGreaterThanOrEqual(150);
});

test.each(CORPUS)('neither resources/read nor a prompt argument reads %j', async (pattern) => {
  const uri = folder.at(pattern).replaceAll('{port}', String(inside.port));
  const shown = uri.length > 64 ? `${uri.slice(0, 64)}…` : uri;
  const missing = { message: `No resource at "${shown}"`, data: { uri: shown } };
  await expect(read(uri)).rejects.toMatchObject({ ...missing, code: -32002 });
  await expect(quote(uri)).rejects.toMatchObject({ ...missing, code: -32602 });
  expect(inside.connections()).toBe(0);
});

test('resources/read and a prompt argument read a served resource', async () => {
  const uri = folder.at('file://{root}/notes.md');
  const contents = { uri, mimeType: 'text/markdown', text: 'notes' };
  expect(await read(uri)).toMatchObject({ contents: [contents] });
  expect(await quote(uri)).toMatchObject({ messages: [{ content: { resource: contents } }] });
});
