import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ResourceNotFoundError } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';

let base: string;
let root: string;
let resources: FileResources;
const socket = createServer();

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-hostile-')));
  root = join(base, 'root');
  await mkdir(join(root, 'folder'), { recursive: true });
  await mkdir(join(root, '.git'));
  await mkdir(join(base, 'root-2'));
  await writeFile(join(base, 'secret.txt'), 'SECRET');
  await writeFile(join(base, 'root-2', 'secret.txt'), 'SECRET');
  await writeFile(join(root, 'notes.md'), 'notes');
  await writeFile(join(root, 'folder', 'inner.txt'), 'inner');
  await writeFile(join(root, '.git', 'config'), 'SECRET');
  await symlink('../secret.txt', join(root, 'link-up'));
  await symlink(join(base, 'secret.txt'), join(root, 'link-absolute'));
  await symlink('link-up', join(root, 'link-to-link'));
  await symlink('..', join(root, 'folder-up'));
  await symlink('/', join(root, 'folder-top'));
  await symlink('.git', join(root, 'git'));
  await symlink('loop', join(root, 'loop'));
  await symlink('nowhere', join(root, 'dangling'));
  await symlink('/dev/zero', join(root, 'zero'));
  await symlink('/proc/self/environ', join(root, 'environment'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  await new Promise<void>((resolve) => socket.listen(join(root, 'socket'), resolve));
  resources = new FileResources({ roots: [root] });
});

afterAll(async () => {
  await new Promise((resolve) => socket.close(resolve));
  await rm(base, { recursive: true });
});

// `{base}` and `{root}` are the absolute paths, `{name}` is the name of the folder around the root.
const HOSTILE = [
  // Steps up
  '../secret.txt',
  './../secret.txt',
  'folder/../../secret.txt',
  'folder/../notes.md',
  '..',
  'folder/..',
  '../root-2/secret.txt',
  '..\\secret.txt',
  'folder\\..\\..\\secret.txt',
  '....//secret.txt',
  '..;/secret.txt',
  // Encoded, once and twice
  '%2e%2e/secret.txt',
  '%2e%2e%2fsecret.txt',
  '..%2fsecret.txt',
  '..%5csecret.txt',
  '%252e%252e%252fsecret.txt',
  '%c0%ae%c0%ae/secret.txt',
  '\u2024\u2024/secret.txt',
  '\uff0e\uff0e\uff0fsecret.txt',
  'file://{root}/%2e%2e/secret.txt',
  'file://{root}/%2E%2E/secret.txt',
  'file://{root}/.%2e/secret.txt',
  'file://{root}/..%2fsecret.txt',
  'file://{root}/..%2Fsecret.txt',
  'file://{root}/..%5csecret.txt',
  'file://{root}/%252e%252e/secret.txt',
  'file://{root}/notes%2emd',
  'file://{root}/folder%2finner.txt',
  'file://{root}/%c0%ae%c0%ae/secret.txt',
  'file://{root}/%ff',
  'file://{root}/%',
  // Steps up in URIs, also such as the URL parser makes of other characters
  'file://{root}/../secret.txt',
  'file://{root}/folder/../../secret.txt',
  'file://{root}/folder/../notes.md',
  'file://{root}\\..\\secret.txt',
  'file://{root}/.\t./secret.txt',
  'file://{root}/.\n./secret.txt',
  'fi\tle://{root}/notes.md',
  ' file://{root}/notes.md',
  // Elsewhere on this machine
  '/etc/passwd',
  '//etc/passwd',
  '{base}/secret.txt',
  '{root}-2/secret.txt',
  '~/secret.txt',
  'file:///etc/passwd',
  'file:/etc/passwd',
  'file:etc/passwd',
  'FILE:///etc/passwd',
  'file://{base}/secret.txt',
  'file://{root}-2/secret.txt',
  'file:///proc/self/environ',
  'file:///dev/zero',
  // On another machine, or by another scheme
  'file://example.com{root}/notes.md',
  'file://127.0.0.1{root}/notes.md',
  'file:////example.com/share/secret.txt',
  '\\\\example.com\\share\\secret.txt',
  'http://127.0.0.1/secret.txt',
  'data:text/plain,secret',
  'C:\\secret.txt',
  // What is not part of a path
  'notes.md\0',
  '../secret.txt\0.md',
  'file://{root}/notes.md%00',
  'file://{root}/notes.md?raw',
  'file://{root}/notes.md#L1',
  'file://',
  'file:',
  // Links that lead out
  'link-up',
  'link-absolute',
  'link-to-link',
  'folder-up/secret.txt',
  'folder-up/root-2/secret.txt',
  'folder-top/etc/passwd',
  'file://{root}/link-up',
  'file://{root}/folder-up/secret.txt',
  'environment',
  'loop',
  'dangling',
  // No regular files
  '',
  '.',
  'folder',
  'folder/',
  'file://{root}',
  'file://{root}/folder/',
  'notes.md/',
  'notes.md/more',
  'pipe',
  'file://{root}/pipe',
  'socket',
  'zero',
  // The repository's own
  '.git/config',
  './.git/config',
  'git/config',
  'file://{root}/.git/config',
  // Not there
  'missing.txt',
  `${'x'.repeat(5000)}`,
];

test.each(HOSTILE)('%j is not read', async (pattern) => {
  const location = at(pattern);
  const error = await failure(resources.read(location));
  expect(error).toBeInstanceOf(ResourceNotFoundError);
  expect(said(error)).toEqual(said(new ResourceNotFoundError(location)));
  expect(error.cause).toBeDefined();
});

test.each([
  '..',
  'folder/..',
  'folder-up',
  'folder-top',
  '.git',
  'git',
  '/',
  'file:///',
  'pipe',
  'zero',
  'loop',
  'notes.md',
])('%j is not listed', async (pattern) => {
  const error = await failure(resources.list(at(pattern)));
  expect(said(error)).toEqual(said(new ResourceNotFoundError(at(pattern))));
});

test('what is asked for in the same ways, honestly, is read', async () => {
  const uri = pathToFileURL(join(root, 'notes.md')).href;
  const honest = [
    'notes.md',
    './notes.md',
    'folder-up/root/notes.md',
    at('{root}/notes.md'),
    uri,
    uri.replace('file://', 'file:'),
  ];
  const contents = await Promise.all(honest.map((location) => resources.read(location)));
  expect(contents).toEqual(honest.map(() => ({ uri, mimeType: 'text/markdown', text: 'notes' })));
});

function at(pattern: string): string {
  return pattern.replaceAll('{base}', base).replaceAll('{root}', root);
}

async function failure(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It was read');
}

function said(error: Error) {
  const { name, message } = error;
  return { name, message, ...(error instanceof ResourceNotFoundError && { code: error.code, data: error.data }) };
}
