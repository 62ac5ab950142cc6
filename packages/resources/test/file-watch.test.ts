import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, realpath, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { RequestError, NotFoundError } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';

const ROUNDS = process.env['CI'] ? 20 : 2;

let base: string;
let root: string;
let resources: FileResources;
const ends: (() => void)[] = [];

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-watch-')));
  root = join(base, 'root');
  await mkdir(root);
  await writeFile(join(base, 'secret.txt'), 'SECRET');
  resources = new FileResources({ roots: [root] });
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

afterAll(() => rm(base, { recursive: true }));

test('every change is told, and none after the end', async () => {
  const watched = await watch('changed.txt');
  for (const text of ['one', 'two', 'three']) {
    await writeFile(join(root, 'changed.txt'), text);
    expect(await watched.change()).toBe(true);
  }
  expect(await watched.quiet()).toBe(0);
  watched.end();
  await writeFile(join(root, 'changed.txt'), 'unheard');
  expect(await watched.quiet()).toBe(0);
});

test('the last of many changes in a row is told: who reads then has what is there', async () => {
  const watched = await watch('busy.txt');
  for (let round = 0; round < 40; round += 1) {
    await writeFile(join(root, 'busy.txt'), `round ${round}`);
    await wait(round % 10);
  }
  let read;
  do {
    expect(await watched.change()).toBe(true);
    read = await resources.read('busy.txt');
  } while (!('text' in read) || read.text !== 'round 39');
  expect(read).toMatchObject({ text: 'round 39' });
});

test('a file that is replaced by a rename, as editors do, is told each time', async () => {
  const watched = await watch('replaced.txt');
  for (const text of ['one', 'two', 'three']) {
    await writeFile(join(root, '.replaced.txt.swp'), text);
    await rename(join(root, '.replaced.txt.swp'), join(root, 'replaced.txt'));
    expect(await watched.change()).toBe(true);
    expect(await watched.quiet()).toBe(0);
  }
});

test('a file that is deleted and comes back is told, again and again, and is watched as before', async () => {
  const watched = await watch('gone.txt');
  for (const text of ['one', 'two']) {
    await unlink(join(root, 'gone.txt'));
    expect(await watched.change()).toBe(true);
    expect(await watched.quiet()).toBe(0);
    await writeFile(join(root, 'gone.txt'), text);
    expect(await watched.change()).toBe(true);
    expect(await watched.quiet()).toBe(0);
    await writeFile(join(root, 'gone.txt'), `${text}, changed`);
    expect(await watched.change()).toBe(true);
  }
});

test('a file that is deleted and written anew at once is watched as before', async () => {
  const watched = await watch('anew.txt');
  for (let round = 0; round < 5; round += 1) {
    await unlink(join(root, 'anew.txt'));
    await writeFile(join(root, 'anew.txt'), `round ${round}`);
    expect(await watched.change()).toBe(true);
    expect(await watched.quiet()).toBeLessThanOrEqual(1); // On a busy machine, that it was gone is a change of its own.
  }
});

test('whatever happens to files in quick succession, the last of it is told', async () => {
  const missed = await Promise.all(Array.from({ length: 40 }, (_, index) => missedOf(`storm-${index}`, ROUNDS)));
  expect(missed.flat()).toEqual([]);
}, 120_000);

test('a file comes back with the folder that it is in', async () => {
  await mkdir(join(root, 'folder'));
  const watched = await watch('folder/file.txt');
  await rm(join(root, 'folder'), { recursive: true });
  expect(await watched.change()).toBe(true);
  await mkdir(join(root, 'folder'));
  await writeFile(join(root, 'folder', 'file.txt'), 'back');
  expect(await watched.change()).toBe(true);
  await writeFile(join(root, 'folder', 'file.txt'), 'changed');
  expect(await watched.change()).toBe(true);
});

test('a file that becomes a link to the outside is as good as deleted: it is not read, and what is there not told', async () => {
  const watched = await watch('link.txt');
  await symlink(join(base, 'secret.txt'), join(root, '.link'));
  await rename(join(root, '.link'), join(root, 'link.txt'));
  expect(await watched.change()).toBe(true);
  await expect(resources.read('link.txt')).rejects.toThrow(NotFoundError);
  await writeFile(join(base, 'secret.txt'), 'NEW SECRET');
  expect(await watched.quiet(1200)).toBe(0);
  await unlink(join(root, 'link.txt'));
  await writeFile(join(root, 'link.txt'), 'inside again');
  expect(await watched.change()).toBe(true);
  expect(await resources.read('link.txt')).toMatchObject({ text: 'inside again' });
});

test('a link is watched by what it leads to', async () => {
  await symlink('target.txt', join(root, 'to-target'));
  const target = await watch('target.txt');
  const link = await watch('to-target');
  await writeFile(join(root, 'target.txt'), 'changed');
  expect(await Promise.all([target.change(), link.change()])).toEqual([true, true]);
});

test('whoever still watches is told when another one has stopped, also the same function', async () => {
  await writeFile(join(root, 'shared.txt'), '');
  let count = 0;
  const changed = () => (count += 1);
  const both = await Promise.all([resources.watch('shared.txt', changed), resources.watch('shared.txt', changed)]);
  both[0]();
  both[0]();
  const watched = await watch('shared.txt');
  await writeFile(join(root, 'shared.txt'), 'changed');
  expect(await watched.change()).toBe(true);
  expect(count).toBe(1);
  both[1]();
});

test('one file more than the limit is an error that says the limit, until another one is watched no more', async () => {
  const few = new FileResources({ roots: [root], maxWatched: 2 });
  const uris = await Promise.all(
    ['1', '2', '3'].map(async (name) => {
      await writeFile(join(root, name), '');
      return pathToFileURL(join(root, name)).href;
    }),
  );
  const [one, two, three] = uris.map((uri) => () => few.watch(uri, () => {}));
  ends.push(await one!(), await two!(), await two!());
  const error = await three!().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestError);
  expect({ ...(error as RequestError), message: (error as RequestError).message }).toEqual({
    name: 'RequestError',
    message: 'There are 2 files watched already. Stop watching another one, or raise maxWatched of FileResources.',
    code: -32603,
    data: { maxWatched: 2 },
  });
  ends[0]!();
  ends.push(await three!());
});

test('by default a thousand files are watched', async () => {
  const many = new FileResources({ roots: [root] });
  const names = Array.from({ length: 1001 }, (_, index) => `many-${index}`);
  await Promise.all(names.map((name) => writeFile(join(root, name), '')));
  ends.push(...(await Promise.all(names.slice(0, 1000).map((name) => many.watch(name, () => {})))));
  await expect(many.watch('many-1000', () => {})).rejects.toThrow('There are 1000 files watched already');
});

test('who stops waiting while a watch begins gets the reason, and nothing is watched', async () => {
  const one = new FileResources({ roots: [root], maxWatched: 1 });
  await writeFile(join(root, 'late.txt'), '');
  await writeFile(join(root, 'other.txt'), '');
  const reason = new Error('Nobody waits');
  const controller = new AbortController();
  const watching = one.watch('late.txt', () => {}, { signal: controller.signal });
  setImmediate(() => controller.abort(reason));
  await expect(watching).rejects.toBe(reason);
  ends.push(await one.watch('other.txt', () => {}));
});

test('a process whose watches have ended has nothing left to do, and ends', async () => {
  await writeFile(join(root, 'process.txt'), '');
  const script = join(import.meta.dirname, 'support', 'watch-and-end.mjs');
  const ended = promisify(execFile)(process.execPath, [script, root, 'process.txt'], { timeout: 10_000 });
  expect(await ended).toEqual({ stdout: 'ended\n', stderr: '' });
}, 15_000);

interface Watched {
  /** Whether a change is told, or was told since the last one that was asked for. */
  change(): Promise<boolean>;
  /** How many more changes are told. */
  quiet(milliseconds?: number): Promise<number>;
  end(): void;
}

async function watch(name: string): Promise<Watched> {
  await writeFile(join(root, name), 'first', { flag: 'a' });
  let told = 0;
  let seen = 0;
  const end = await resources.watch(name, () => (told += 1));
  ends.push(end);
  const change = async () => {
    const limit = Date.now() + 4000;
    while (told === seen && Date.now() < limit) await wait(10);
    const isTold = told > seen;
    seen = told;
    return isTold;
  };
  const quiet = async (milliseconds = 120) => {
    await wait(100); // What has happened may be told a second time.
    seen = told;
    await wait(milliseconds);
    return told - seen;
  };
  return { change, quiet, end };
}

/** What was done to a file each time that the last of it was not told. */
async function missedOf(name: string, rounds: number): Promise<string[]> {
  const path = join(root, name);
  const deeds = {
    append: () => appendFile(path, '+'),
    replace: () => writeFile(`${path}~`, '').then(() => rename(`${path}~`, path)),
    delete: () => rm(path, { force: true }),
    write: () => writeFile(path, 'written'),
  };
  let told = 0;
  await writeFile(path, '');
  ends.push(await resources.watch(name, () => (told = performance.now())));
  const missed: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const done = Array.from({ length: Math.random() * 6 }, () => oneOf(Object.keys(deeds) as (keyof typeof deeds)[]));
    for (const deed of done) {
      await deeds[deed]();
      await wait(oneOf([0, Math.random() * 120]));
    }
    const last = performance.now();
    await deeds.write();
    while (told < last && performance.now() < last + 2000) await wait(10);
    if (told < last) missed.push(done.join());
  }
  return missed;
}

function oneOf<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] as T;
}
