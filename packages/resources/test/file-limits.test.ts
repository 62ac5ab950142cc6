import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RequestError, type ListedResource } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';
import { runs } from '../../../build/jest/runs.ts';
import { listed } from './support/listed.ts';

let base: string;
let root: string;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-limits-')));
  root = join(base, 'root');
  await mkdir(root);
});

afterAll(() => rm(base, { recursive: true }));

test('FileResources reads a file of exactly maxBytes, and rejects one byte more', async () => {
  const resources = new FileResources({ roots: [root], maxBytes: 5 });
  await writeFile(join(root, 'five.txt'), '12345');
  await writeFile(join(root, 'six.txt'), '123456');
  const uri = (name: string) => pathToFileURL(join(root, name)).href;
  expect(await resources.read('five.txt')).toEqual({ uri: uri('five.txt'), mimeType: 'text/plain', text: '12345' });
  const error = await resources.read('six.txt').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestError);
  expect({ ...(error as RequestError), message: (error as RequestError).message }).toEqual({
    name: 'RequestError',
    message: 'six.txt is larger than 5 bytes. Read a smaller resource, or raise maxBytes of the reader.',
    code: -32602,
    data: { uri: uri('six.txt'), maxBytes: 5 },
  });
});

test('FileResources maxBytes is a mebibyte by default', async () => {
  const resources = new FileResources({ roots: [root] });
  await writeFile(join(root, 'mebibyte.txt'), 'a'.repeat(1_048_576));
  await writeFile(join(root, 'huge.txt'), '');
  await truncate(join(root, 'huge.txt'), 2 ** 40);
  expect(await resources.read('mebibyte.txt')).toMatchObject({ text: 'a'.repeat(1_048_576) });
  await expect(resources.read('huge.txt')).rejects.toThrow('huge.txt is larger than 1048576 bytes');
});

test('FileResources maxBytes limits a file whose size is unknown', async () => {
  if (process.platform !== 'linux') return; // Only Linux has files of unknown size.
  const resources = new FileResources({ roots: ['/proc/self'], maxBytes: 20 });
  await expect(resources.read('status')).rejects.toThrow('status is larger than 20 bytes');
});

test('FileResources rejects each call with the reason of its aborted signal', async () => {
  const resources = new FileResources({ roots: [root] });
  await writeFile(join(root, 'waited.txt'), 'a'.repeat(1_000_000));
  const reason = new Error('No longer needed');
  const aborted = { signal: AbortSignal.abort(reason) };
  await expect(resources.read('waited.txt', aborted)).rejects.toBe(reason);
  await expect(resources.describe('waited.txt', aborted)).rejects.toBe(reason);
  await expect(listed(resources, aborted)).rejects.toBe(reason);
  await expect(resources.complete('w', aborted)).rejects.toBe(reason);
  await expect(resources.watch('waited.txt', () => {}, aborted)).rejects.toBe(reason);
  const later = new AbortController();
  const reading = resources.read('waited.txt', { signal: later.signal });
  const listing = listed(resources, { signal: later.signal });
  const watching = resources.watch('waited.txt', () => {}, { signal: later.signal });
  later.abort(reason);
  expect(await Promise.allSettled([reading, listing, watching])).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
});

test('FileResources never follows a link that replaces a folder and leads outside the roots', async () => {
  await mkdir(join(base, 'outside'));
  await writeFile(join(base, 'outside', 'file.txt'), 'SECRET');
  await writeFile(join(base, 'outside', 'secret.txt'), 'SECRET');
  const child = fork(join(import.meta.dirname, 'support', 'exchange.mjs'), [root, join(base, 'outside')], {
    execArgv: [],
  });
  const ended = once(child, 'exit');
  try {
    await once(child, 'message');
    const resources = new FileResources({ roots: [root] });
    const found = new Set<string>();
    const rounds = runs(4_000);
    for (let round = 0; round < rounds; round += 1) {
      const [text, uris] = await Promise.all([
        resources.read('exchanged/file.txt').then(JSON.stringify, () => 'nothing'),
        listed(resources, { under: 'exchanged' }).then(urisOf, () => 'nothing'),
      ]);
      found.add(text).add(uris);
    }
    const uri = pathToFileURL(join(root, 'exchanged', 'file.txt')).href;
    const inside = JSON.stringify({ uri, mimeType: 'text/plain', text: 'inside' });
    expect([...found].filter((outcome) => ![inside, uri, 'nothing', ''].includes(outcome))).toEqual([]);
    expect(found).toContain(inside);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}, 60_000);

function urisOf(resources: readonly ListedResource[]): string {
  return resources.map(({ uri }) => uri).join();
}
