import { type ChildProcess, execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFile, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RequestError } from '@cuecard/core';
import { GitResources, type GitResourcesOptions } from '@cuecard/resources';
import { GitCommand } from '../build/git/git-command.js';
import { failure } from './support/failure.ts';
import { type TestCommit, TestRepository } from './support/test-repository.ts';

const SIX = 'git:/file/HEAD/six.txt';
const HEAD_BYTES = 8192;
const LOG_ENTRIES = 100;

let repository: TestRepository;

beforeAll(async () => {
  repository = await TestRepository.create();
  repository.import([
    { message: 'main', ref: 'refs/heads/main', files: { 'five.txt': '12345', 'six.txt': '123456' } },
    onMain('mebibyte', { 'most.txt': 'x'.repeat(1_048_576), 'more.txt': 'x'.repeat(1_048_577) }),
    onMain('lines', { 'lines.txt': 'A line that is somewhat long\n'.repeat(20_000) }),
    onMain('many', manyFiles()),
    ...Array.from({ length: LOG_ENTRIES }, (_, at) => {
      const parents = [at === 0 ? 'main' : `entry ${at - 1}`];
      return { message: `entry ${at}`, ref: 'refs/heads/entries', files: {}, parents };
    }),
  ]);
});

afterAll(() => repository.remove());

function onMain(branch: string, files: TestCommit['files']): TestCommit {
  return { message: branch, ref: `refs/heads/${branch}`, files, parents: ['main'] };
}

/** More files than one git process reads. Some are larger than the head that is read from a large file. */
function manyFiles(): TestCommit['files'] {
  const head = 'x'.repeat(HEAD_BYTES - 1);
  const small = Array.from({ length: 110 }, (_, at) => [`many/${at}.txt`, at % 2 ? 'text' : '\0'] as const);
  return {
    'text.md': `${head}äöü`,
    'late.md': `${head}äöü\0`,
    'image.png': Buffer.concat([Buffer.from('\x89PNG\0'), Buffer.alloc(9000)]),
    ...Object.fromEntries(small),
  };
}

function readerWith(options: Partial<GitResourcesOptions> = {}): GitResources {
  return new GitResources({ repository: repository.path, ...options });
}

describe('GitResources maxBytes', () => {
  test('reads a file of exactly the limit, and rejects one byte more', async () => {
    const resources = readerWith({ maxBytes: 5 });
    expect(await resources.read('git:/file/HEAD/five.txt')).toMatchObject({ text: '12345' });
    expect(await failure(resources.read(SIX))).toEqual(tooLarge('six.txt', SIX, 5));
  });

  test('describes a larger file', async () => {
    const description = { uri: SIX, name: 'six.txt', mimeType: 'text/plain', size: 6 };
    expect(await readerWith({ maxBytes: 5 }).describe(SIX)).toEqual(description);
  });

  test('is a mebibyte by default', async () => {
    const resources = readerWith();
    expect(await resources.read('git:/file/mebibyte/most.txt')).toMatchObject({ text: 'x'.repeat(1_048_576) });
    const error = await failure(resources.read('git:/file/mebibyte/more.txt'));
    expect((error as Error).message).toContain('larger than 1048576 bytes');
  });

  test('rejects a larger diff, and ends its git process', async () => {
    const resources = readerWith({ maxBytes: 10_000 });
    const diff = 'git:/diff/main..lines';
    const expected = tooLarge('diff main..lines', diff, 10_000);
    expect(await failure(resources.read(diff))).toEqual(expected);
    expect(await failure(resources.describe(diff))).toEqual(expected);
    expect(await processes()).toEqual([]);
  });

  test('reads a log of exactly the limit, and rejects one byte more', async () => {
    const log = (await readerWith().read('git:/log/HEAD')) as { text: string };
    const size = Buffer.byteLength(log.text);
    expect(await readerWith({ maxBytes: size }).read('git:/log/HEAD')).toEqual(log);
    const error = await failure(readerWith({ maxBytes: size - 1 }).read('git:/log/HEAD'));
    expect(error).toEqual(tooLarge('log HEAD', 'git:/log/HEAD', size - 1));
  });

  test('does not apply when describe determines a MIME type', async () => {
    const small = readerWith({ maxBytes: 100 });
    const uris = ['git:/file/many/text.md', 'git:/file/many/image.png'];
    const described = await Promise.all(uris.map((uri) => small.describe(uri)));
    expect(described.map(({ mimeType, size }) => [mimeType, size])).toEqual([
      ['text/markdown', HEAD_BYTES + 5],
      ['image/png', 9006],
    ]);
  });
});

test('GitResources.list determines the MIME types of many small and large files', async () => {
  const types: Record<string, unknown> = {};
  for await (const { uri, mimeType } of readerWith().list({ under: 'git:/file/many' }))
    types[uri.slice('git:/file/many/'.length)] = mimeType;
  const small = Array.from({ length: 110 }, (_, at) => [
    `many/${at}.txt`,
    at % 2 ? 'text/plain' : 'application/octet-stream',
  ]);
  expect(types).toEqual({
    ...Object.fromEntries(small),
    'five.txt': 'text/plain',
    'six.txt': 'text/plain',
    'text.md': 'text/markdown',
    'late.md': 'text/markdown',
    'image.png': 'image/png',
  });
});

test('GitResources maxEntries is 100 by default', async () => {
  const { text } = (await readerWith().read('git:/log/entries')) as { text: string };
  expect(text.match(/^commit /gm)?.length).toBe(LOG_ENTRIES);
});

test('GitResources maxFiles limits a list', async () => {
  expect(await listUris(readerWith({ maxFiles: 1 }))).toEqual(['git:/file/HEAD/five.txt']);
});

describe('GitResources when git hangs', () => {
  let pipe: string;
  let configuration: string;
  let originalConfiguration: string;

  // Git waits forever for a writer of this pipe, which it includes as configuration.
  beforeAll(async () => {
    pipe = join(repository.path, '.git', 'pipe');
    configuration = join(repository.path, '.git', 'config');
    execFileSync('mkfifo', [pipe]);
    originalConfiguration = await readFile(configuration, 'utf8');
    await appendFile(configuration, '[include]\n  path = pipe\n');
  });

  afterAll(async () => {
    await writeFile(configuration, originalConfiguration);
    await rm(pipe);
  });

  test('ends the process after timeoutMs', async () => {
    const error = await failure(readerWith({ timeoutMs: 200 }).read('git:/log/HEAD'));
    expect(error).toBeInstanceOf(RequestError);
    expect((error as Error).message).toBe(
      'git took longer than 200 ms. Read a smaller resource, or raise timeoutMs of GitResources.',
    );
    expect(await processes()).toEqual([]);
  });
});

describe('GitResources signal', () => {
  test('ends the git process if the signal aborts', async () => {
    const resources = readerWith();
    await resources.read('git:/log/HEAD');
    await using git = await HangingGit.install();
    const controller = new AbortController();
    const { signal } = controller;
    const calls = [
      resources.read('git:/log/HEAD', { signal }),
      resources.describe('git:/file/HEAD/five.txt', { signal }),
      listUris(resources, { signal }),
      resources.complete('git:/', { signal }),
    ].map(failure);
    await git.untilStarted(4);
    const reason = new Error('No more use');
    controller.abort(reason);
    expect(await Promise.all(calls)).toEqual([reason, reason, reason, reason]);
    expect(await processes()).toEqual([]);
    expect(await failure(resources.read('git:/log/HEAD', { signal }))).toBe(reason);
  });
});

test('GitCommand.run settles only after the aborted process has ended', async () => {
  await using git = await HangingGit.install();
  const children: ChildProcess[] = [];
  const note = (message: unknown) => void children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  const controller = new AbortController();
  const run = failure(
    new GitCommand(repository.path, 60_000).run(['version'], { maxBytes: 100, signal: controller.signal }),
  );
  await git.untilStarted(1);
  unsubscribe('child_process', note);
  controller.abort(new Error('Left'));
  await run;
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL']);
});

test('GitCommand.run starts at most eight processes, and no process for aborted callers', async () => {
  await using git = await HangingGit.install();
  const command = new GitCommand(repository.path, 60_000);
  const run = ({ signal }: AbortController) => failure(command.run(['version'], { maxBytes: 100, signal }));
  const [running, leaving, waiting] = [new AbortController(), new AbortController(), new AbortController()];
  const results = [...Array.from({ length: 8 }, () => running), leaving, waiting, leaving].map(run);
  await git.untilStarted(8);
  expect((await processes()).length).toBe(process.platform === 'linux' ? 8 : 0);
  leaving.abort(new Error('Left the queue'));
  running.abort(new Error('Ended'));
  await git.untilStarted(9);
  waiting.abort(new Error('Waited'));
  const messages = (await Promise.all(results)).map((error) => (error as Error).message);
  expect(messages).toEqual([...Array.from({ length: 8 }, () => 'Ended'), 'Left the queue', 'Waited', 'Left the queue']);
  expect(await git.started()).toBe(9);
});

describe('GitResources without git or a repository', () => {
  test('reports missing git in the log, not to the client', async () => {
    const empty = join(repository.base, 'empty');
    await mkdir(empty);
    const resources = readerWith();
    const path = process.env['PATH'];
    process.env['PATH'] = empty;
    try {
      const error = await failure(resources.read('git:/log/HEAD'));
      expect(error).not.toBeInstanceOf(RequestError);
      expect((error as Error).message).toBe(
        'GitResources cannot find git. Install git, and add it to the PATH of this process.',
      );
    } finally {
      process.env['PATH'] = path;
    }
    expect(await resources.read('git:/file/HEAD/five.txt')).toMatchObject({ text: '12345' });
  });

  const REMEDY = 'Pass GitResources the top folder of a repository that the user of this process owns.';

  test('rejects a folder that does not exist', () => {
    const missing = join(repository.base, 'missing');
    const open = () => new GitResources({ repository: missing });
    expect(open).toThrow(TypeError);
    expect(open).toThrow(`There is no repository at ${missing}. ${REMEDY}`);
  });

  test.each(['outside', 'repository/inside'])('rejects the folder %s until it is a repository', async (name) => {
    const folder = join(repository.base, name);
    await mkdir(folder);
    const resources = new GitResources({ repository: folder });
    const expected = new TypeError(`git cannot read a repository in ${folder}. ${REMEDY}`);
    expect(await failure(resources.read('git:/log/HEAD'))).toEqual(expected);
    expect(await failure(listUris(resources))).toEqual(expected);
    execFileSync('git', ['init', '-q', folder]);
    expect(await listUris(resources)).toEqual([]);
  });
});

/** Puts a `git` before the real one on the PATH. It records each start, and runs until it is killed. */
class HangingGit implements AsyncDisposable {
  readonly #starts: string;
  readonly #formerPath = process.env['PATH'];

  private constructor(starts: string) {
    this.#starts = starts;
  }

  static async install(): Promise<HangingGit> {
    const folder = await mkdtemp(join(repository.base, 'hanging-'));
    const starts = join(folder, 'starts');
    await writeFile(starts, '');
    await writeFile(join(folder, 'git'), `#!/bin/sh\necho start >> '${starts}'\nexec sleep 60\n`, { mode: 0o755 });
    const git = new HangingGit(starts);
    process.env['PATH'] = `${folder}:${git.#formerPath}`;
    return git;
  }

  async started(): Promise<number> {
    return (await readFile(this.#starts, 'utf8')).split('\n').length - 1;
  }

  async untilStarted(count: number): Promise<void> {
    while ((await this.started()) < count) await sleep(5);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.env['PATH'] = this.#formerPath;
  }
}

/** Returns the ids of the processes that work in the repository. Only Linux lists them. */
async function processes(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const found: string[] = [];
  for (const id of await readdir('/proc')) {
    const folder = /^\d+$/.test(id) ? await readlink(`/proc/${id}/cwd`).catch(() => undefined) : undefined;
    if (folder === repository.path) found.push(id);
  }
  return found;
}

async function listUris(resources: GitResources, options?: Parameters<GitResources['list']>[0]): Promise<string[]> {
  const listed: string[] = [];
  for await (const { uri } of resources.list(options)) listed.push(uri);
  return listed;
}

function tooLarge(name: string, uri: string, maxBytes: number): RequestError {
  const message = `${name} is larger than ${maxBytes} bytes`;
  return new RequestError(`${message}. Read a smaller resource, or raise maxBytes of the reader.`, {
    code: -32602,
    data: { uri, maxBytes },
  });
}
