import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { RequestError } from '@cuecard/core';
import { GitResources } from '@cuecard/resources';
import { TestRepository } from './support/test-repository.ts';

let repository: TestRepository;

beforeEach(async () => {
  repository = await TestRepository.create();
  await repository.write('five.txt', '12345');
  await repository.write('six.txt', '123456');
  repository.commit('First');
});

afterEach(() => repository.remove());

test('a file of exactly the limit is read, and one byte more is an error that says the limit', async () => {
  const resources = new GitResources({ repository: repository.path, maxBytes: 5 });
  expect(await resources.read('git:/file/HEAD/five.txt')).toMatchObject({ text: '12345' });
  const uri = 'git:/file/HEAD/six.txt';
  expect(await failure(resources.read(uri))).toEqual(tooLarge('six.txt', uri, 5));
  const described = { uri, name: 'six.txt', mimeType: 'text/plain', size: 6 };
  expect(await resources.describe(uri)).toEqual(described);
});

test('a mebibyte is the limit unless another is given', async () => {
  await repository.write('most.txt', 'x'.repeat(1_048_576));
  await repository.write('more.txt', 'x'.repeat(1_048_577));
  repository.commit('Large');
  const resources = new GitResources({ repository: repository.path });
  expect(await resources.read('git:/file/HEAD/most.txt')).toMatchObject({ text: 'x'.repeat(1_048_576) });
  await expect(resources.read('git:/file/HEAD/more.txt')).rejects.toThrow('larger than 1048576 bytes');
});

test('a diff and a log end where the limit is, and git with them', async () => {
  await repository.write('large.txt', 'A line that is somewhat long, and is told again\n'.repeat(300_000));
  repository.commit('Large');
  const maxBytes = 100_000;
  const resources = new GitResources({ repository: repository.path, maxBytes });
  const diff = 'git:/diff/HEAD~..HEAD';
  expect(await failure(resources.read(diff))).toEqual(tooLarge('diff HEAD~..HEAD', diff, maxBytes));
  expect(await failure(resources.describe(diff))).toEqual(tooLarge('diff HEAD~..HEAD', diff, maxBytes));
  expect(await processes()).toEqual([]);

  const exact = Buffer.byteLength(((await resources.read('git:/log/HEAD')) as { text: string }).text);
  const limited = (limit: number) => new GitResources({ repository: repository.path, maxBytes: limit });
  expect(await limited(exact).read('git:/log/HEAD')).toEqual(await resources.read('git:/log/HEAD'));
  const error = await failure(limited(exact - 1).read('git:/log/HEAD'));
  expect(error).toEqual(tooLarge('log HEAD', 'git:/log/HEAD', exact - 1));
});

test('no more than eight gits run at the same time, and who leaves while waiting starts none', async () => {
  const resources = new GitResources({ repository: repository.path });
  await resources.read('git:/file/HEAD/five.txt');
  const leaving = AbortSignal.timeout(5);
  const reads = Array.from({ length: 60 }, (_, at) =>
    resources.read('git:/log/HEAD', at % 2 === 0 ? {} : { signal: leaving }).then(
      () => 'read',
      (error: Error) => error.name,
    ),
  );
  let [most, mostListed] = [0, 0];
  let isOver = false;
  const all = Promise.all(reads).finally(() => (isOver = true));
  while (!isOver) {
    mostListed = Math.max(mostListed, childrenListed().length);
    most = Math.max(most, children());
    await pause(1);
  }
  const outcomes = await all;
  expect(outcomes.filter((_, at) => at % 2 === 0)).toEqual(Array.from({ length: 30 }, () => 'read'));
  expect(outcomes).toContain('TimeoutError');
  expect(most).toBeLessThanOrEqual(8);
  expect(mostListed > 1).toBe(process.platform === 'linux');
});

test('a log has a hundred entries unless another number is given', async () => {
  const commit = (_: unknown, count: number) => `commit refs/heads/main\ncommitter Ada <> ${count} +0000\ndata 0\n`;
  const [first, ...others] = Array.from({ length: 100 }, commit);
  const input = [first, 'from refs/heads/main^0\n', ...others].join('');
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repository.path, input });
  const { text } = (await new GitResources({ repository: repository.path }).read('git:/log/HEAD')) as { text: string };
  expect(text.match(/^commit /gm)?.length).toBe(100);
});

test('a list has no more files than the limit', async () => {
  expect(await uris(new GitResources({ repository: repository.path, maxFiles: 1 }))).toEqual([
    'git:/file/HEAD/five.txt',
  ]);
});

test('a list of many files, large and small, says what each would be read as', async () => {
  const head = 'x'.repeat(8191);
  await repository.write('text.md', `${head}äöü`);
  await repository.write('late.md', `${head}äöü\0`);
  await repository.write('image.png', Buffer.concat([Buffer.from('\x89PNG\0'), Buffer.alloc(9000)]));
  for (let count = 0; count < 250; count += 1) await repository.write(`many/${count}.txt`, count % 2 ? 'text' : '\0');
  repository.commit('Many');
  const types = new Map<string, unknown>();
  for await (const { uri, mimeType } of new GitResources({ repository: repository.path }).list()) {
    types.set(uri.slice('git:/file/HEAD/'.length), mimeType);
  }
  expect([types.size, types.get('text.md'), types.get('late.md'), types.get('image.png')]).toEqual([
    255,
    'text/markdown',
    'text/markdown',
    'image/png',
  ]);
  expect([types.get('many/7.txt'), types.get('many/8.txt')]).toEqual(['text/plain', 'application/octet-stream']);

  const small = new GitResources({ repository: repository.path, maxBytes: 100 });
  const described = await Promise.all(['text.md', 'image.png'].map((name) => small.describe(`git:/file/HEAD/${name}`)));
  expect(described.map(({ mimeType, size }) => [mimeType, size])).toEqual([
    ['text/markdown', 8197],
    ['image/png', 9006],
  ]);
});

// A pipe that nobody writes to, where git looks for more configuration, has git wait for ever.
test('git is ended when it takes too long', async () => {
  const resources = new GitResources({ repository: repository.path, timeoutMs: 500 });
  await resources.read('git:/log/HEAD');
  await hang();
  const error = await failure(resources.read('git:/log/HEAD'));
  expect(error).toBeInstanceOf(RequestError);
  expect((error as Error).message).toBe('git took longer than 500 ms. Ask for less, or raise timeoutMs of its reader.');
  expect(await processes()).toEqual([]);
});

test('git is ended when its caller has no more use for it', async () => {
  const resources = new GitResources({ repository: repository.path });
  await resources.read('git:/log/HEAD');
  await hang();
  const controller = new AbortController();
  const { signal } = controller;
  const work = [
    resources.read('git:/log/HEAD', { signal }),
    resources.describe('git:/file/HEAD/five.txt', { signal }),
    uris(resources, { signal }),
    resources.complete('git:/', { signal }),
  ].map(failure);
  for (let tries = 0; process.platform === 'linux' && tries < 500 && (await processes()).length < 4; tries += 1) {
    await pause(10);
  }
  const reason = new Error('No more use');
  controller.abort(reason);
  expect(await Promise.all(work)).toEqual([reason, reason, reason, reason]);
  expect(await processes()).toEqual([]);
  expect(await failure(resources.read('git:/log/HEAD', { signal }))).toBe(reason);
});

test('without git, an error tells the author so, and nothing the client', async () => {
  const empty = join(repository.base, 'empty');
  await mkdir(empty);
  const resources = new GitResources({ repository: repository.path });
  const path = process.env['PATH'];
  process.env['PATH'] = empty;
  try {
    const error = await failure(resources.read('git:/log/HEAD'));
    expect(error).not.toBeInstanceOf(RequestError);
    expect((error as Error).message).toBe(
      'GitResources found no git to run. Install git, and see that it is on the PATH of this process.',
    );
  } finally {
    process.env['PATH'] = path;
  }
  expect(await resources.read('git:/file/HEAD/five.txt')).toMatchObject({ text: '12345' });
});

test('a repository that is none is an error that says what to give', async () => {
  const remedy = 'Give GitResources the top folder of a repository that belongs to the user of this process.';
  const [nowhere, none, inside] = ['nowhere', 'none', 'repository/inside'].map((name) => join(repository.base, name));
  const missing = () => new GitResources({ repository: nowhere ?? '' });
  expect(missing).toThrow(TypeError);
  expect(missing).toThrow(`There is no repository at ${nowhere}. ${remedy}`);
  for (const folder of [none ?? '', inside ?? '']) {
    await mkdir(folder);
    const resources = new GitResources({ repository: folder });
    const expected = new TypeError(`git reads no repository in ${folder}. ${remedy}`);
    expect(await failure(resources.read('git:/log/HEAD'))).toEqual(expected);
    expect(await failure(uris(resources))).toEqual(expected);
    execFileSync('git', ['init', '-q', folder]);
    expect(await uris(resources)).toEqual([]);
  }
});

async function hang(): Promise<void> {
  execFileSync('mkfifo', [join(repository.path, '.git', 'pipe')]);
  await writeFile(join(repository.path, '.git', 'config'), '[include]\n  path = pipe\n', { flag: 'a' });
}

/** The processes that work in the repository, where the system tells. */
/** How many processes this one has started that are running. */
function children(): number {
  if (process.platform !== 'linux') return 0;
  return childrenListed().filter(isAlive).length;
}

/** Those of them that Node has not taken note of having ended, too. */
function childrenListed(): string[] {
  if (process.platform !== 'linux') return [];
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
}

/** Whether a process runs. */
function isAlive(id: string): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function processes(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const found: string[] = [];
  for (const id of await readdir('/proc')) {
    const folder = /^\d+$/.test(id) ? await readlink(`/proc/${id}/cwd`).catch(() => undefined) : undefined;
    if (folder === repository.path) found.push(id);
  }
  return found;
}

async function uris(resources: GitResources, options?: Parameters<GitResources['list']>[0]): Promise<string[]> {
  const listed: string[] = [];
  for await (const { uri } of resources.list(options)) listed.push(uri);
  return listed;
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}

function tooLarge(name: string, uri: string, maxBytes: number): RequestError {
  const message = `${name} is larger than ${maxBytes} bytes, the limit of its reader`;
  return new RequestError(`${message}. Name a smaller one, or raise maxBytes of its reader.`, {
    code: -32602,
    data: { uri, maxBytes },
  });
}
