import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { FileResources, GitResources, HttpResources } from '@cuecard/resources';
import { serve } from './support/http-server.ts';
import { listed } from './support/listed.ts';
import { TestRepository } from './support/test-repository.ts';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-length-')));
  for (const path of ['1234', '12345', 'a/12', 'a/123', 'b12/3']) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), path);
  }
});

afterAll(() => rm(root, { recursive: true }));

test('FileResources treats a file as missing if its URI is longer than maxUriLength', async () => {
  for (const as of [undefined, 'policy://']) {
    const base = as ?? pathToFileURL(join(root, '/')).href;
    const maxUriLength = base.length + 4;
    const resources = new FileResources({ roots: [root], maxUriLength, ...(as !== undefined && { as }) });
    const uris = [`${base}1234`, `${base}a/12`];
    expect((await listed(resources)).map(({ uri }) => uri)).toEqual(uris);
    expect((await listed(resources, { brief: true })).map(({ uri }) => uri)).toEqual(uris);
    expect(await resources.complete(base)).toEqual(uris);
    expect(await resources.complete('')).toEqual(['1234', 'a/12']);
    expect(await resources.complete('1'.repeat(maxUriLength + 1))).toEqual([]);
    expect((await resources.read(`${base}1234`)).uri).toBe(`${base}1234`);
    const long = `${base}12345`;
    for (const asked of [resources.read(long), resources.describe(long), listed(resources, { under: long })])
      expect(await refusal(asked)).toEqual([
        new NotFoundError('resource', long),
        `The URI or path is longer than ${maxUriLength} characters`,
      ]);
  }
});

test('FileResources rejects a short path whose URI is longer than maxUriLength', async () => {
  const resources = new FileResources({ roots: [root], as: 'policy://', maxUriLength: 13 });
  expect(await refusal(resources.read('12345'))).toEqual([
    new NotFoundError('resource', '12345'),
    'The URI of the file is longer than 13 characters',
  ]);
});

test('FileResources accepts a URI of 16384 characters by default, and rejects one more character', async () => {
  const resources = new FileResources({ roots: [root], as: 'policy://' });
  const padded = (length: number) => `policy://${'%31%32%33%34'.padStart(length - 'policy://'.length, 'x/')}`;
  const causes = [16_384, 16_385].map((length) => refusal(resources.read(padded(length))));
  const [most, more] = await Promise.all(causes);
  expect(most?.[1]).toMatch(/^ENAMETOOLONG|^ENOENT/);
  expect(more?.[1]).toBe('The URI or path is longer than 16384 characters');
});

test('GitResources treats a URI longer than maxUriLength as missing', async () => {
  const repository = await TestRepository.create();
  for (const path of ['1234', '12345']) await repository.write(path, path);
  repository.commit('First');
  const maxUriLength = 'git:/file/HEAD/1234'.length;
  const resources = new GitResources({ repository: repository.path, maxUriLength });
  expect((await listed(resources)).map(({ uri }) => uri)).toEqual(['git:/file/HEAD/1234']);
  expect(await resources.complete('git:/file/HEAD/')).toEqual(['git:/file/HEAD/1234']);
  expect(await resources.complete('git:/file/HEAD/12345')).toEqual([]);
  expect(await resources.read('git:/file/HEAD/1234')).toMatchObject({ text: '1234' });
  const long = 'git:/file/HEAD/12345';
  for (const asked of [resources.read(long), resources.describe(long), listed(resources, { under: long })])
    expect(await refusal(asked)).toEqual([
      new NotFoundError('resource', long),
      `The URI is longer than ${maxUriLength} characters`,
    ]);
  await repository.remove();
});

test('HttpResources does not request a URL longer than maxUriLength, even after a redirect', async () => {
  await using server = await serve(({ url }, response) => {
    if (url === '/near') response.writeHead(302, { location: '/12345' });
    response.end('read');
  });
  const maxUriLength = `${server.origin}/1234`.length;
  const origins = [{ origin: server.origin, privateAddresses: true }];
  const resources = new HttpResources({ origins, maxUriLength });
  expect(await resources.read(`${server.origin}/1234`)).toMatchObject({ uri: `${server.origin}/1234` });
  for (const path of ['/12345', '/near', '/ü'])
    expect(await refusal(resources.read(server.origin + path))).toEqual([
      new NotFoundError('resource', server.origin + path),
      `The URL is longer than ${maxUriLength} characters`,
    ]);
  expect(server.requests).toEqual(['GET /1234', 'GET /near']);
});

/** The error, and the message of its cause. */
async function refusal(asked: Promise<unknown>): Promise<[Error, string]> {
  try {
    await asked;
  } catch (error) {
    const { cause } = error as { cause?: Error };
    if (cause !== undefined) return [error as Error, cause.message];
  }
  throw new Error('It was not refused');
}
