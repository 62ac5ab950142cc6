import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { appendFile, mkdir, mkdtemp, realpath, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { RequestError, NotFoundError } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';

let base: string;
let root: string;
let resources: FileResources;
/** A change that is not reported within this time is lost. A busy machine needs seconds. */
const LOST_MS = 20_000;
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

describe('FileResources.watch', () => {
  test('reports every change until the watch ends, and no later change', async () => {
    const watched = await watch('changed.txt');
    for (const text of ['one', 'two', 'three']) {
      await writeFile(join(root, 'changed.txt'), text);
      await watched.change();
    }
    expect(await watched.quiet()).toBe(0);
    watched.end();
    await writeFile(join(root, 'changed.txt'), 'after the end');
    expect(await watched.quiet()).toBe(0);
  });

  test('reports the last of many changes once the file is readable', async () => {
    const watched = await watch('busy.txt');
    for (let round = 0; round < 40; round += 1) {
      await writeFile(join(root, 'busy.txt'), `round ${round}`);
      await wait(round % 10);
    }
    let read;
    do {
      await watched.change();
      read = await resources.read('busy.txt');
    } while (!('text' in read) || read.text !== 'round 39');
    expect(read).toMatchObject({ text: 'round 39' });
  });

  test('reports each rename that replaces the file, as editors do', async () => {
    const watched = await watch('replaced.txt');
    for (const text of ['one', 'two', 'three']) {
      await writeFile(join(root, '.replaced.txt.swp'), text);
      await rename(join(root, '.replaced.txt.swp'), join(root, 'replaced.txt'));
      await watched.change();
      expect(await watched.quiet()).toBe(0);
    }
  });

  test('reports each deletion and re-creation of the file', async () => {
    const watched = await watch('gone.txt');
    for (const text of ['one', 'two']) {
      await unlink(join(root, 'gone.txt'));
      await watched.change();
      expect(await watched.quiet()).toBe(0);
      await writeFile(join(root, 'gone.txt'), text);
      await watched.change();
      expect(await watched.quiet()).toBe(0);
      await writeFile(join(root, 'gone.txt'), `${text}, changed`);
      await watched.change();
    }
  });

  test('keeps watching a file that is deleted and rewritten at once', async () => {
    const watched = await watch('anew.txt');
    for (let round = 0; round < 5; round += 1) {
      await unlink(join(root, 'anew.txt'));
      await writeFile(join(root, 'anew.txt'), `round ${round}`);
      await watched.change();
      // On a busy machine the deletion may be reported separately.
      expect(await watched.quiet()).toBeLessThanOrEqual(1);
    }
  });

  test('reports the last change of any sequence of changes', async () => {
    const change = fc.record({
      operation: fc.constantFrom<Operation>('append', 'replace', 'delete', 'write'),
      pauseMs: fc.oneof(fc.constant(0), fc.nat(120)),
    });
    const files = fc.array(fc.array(change, { maxLength: 5 }), { minLength: 40, maxLength: 40 });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(files, async (changesOfFiles) => {
        round += 1;
        await Promise.all(changesOfFiles.map((changes, at) => expectLastChange(`storm-${round}-${at}`, changes)));
      }),
      { numRuns: runs(20), endOnFailure: true },
    );
  }, 120_000);

  test('keeps watching a file whose folder is deleted and re-created', async () => {
    await mkdir(join(root, 'folder'));
    const watched = await watch('folder/file.txt');
    await rm(join(root, 'folder'), { recursive: true });
    await watched.change();
    await mkdir(join(root, 'folder'));
    await writeFile(join(root, 'folder', 'file.txt'), 'back');
    await watched.change();
    await writeFile(join(root, 'folder', 'file.txt'), 'changed');
    expect(await watched.change()).toBe(true);
  });

  test('treats a file as deleted if it becomes a link to a path outside the roots', async () => {
    const watched = await watch('link.txt');
    await symlink(join(base, 'secret.txt'), join(root, '.link'));
    await rename(join(root, '.link'), join(root, 'link.txt'));
    await watched.change();
    await expect(resources.read('link.txt')).rejects.toThrow(NotFoundError);
    await writeFile(join(base, 'secret.txt'), 'NEW SECRET');
    expect(await watched.quiet(1200)).toBe(0);
    await unlink(join(root, 'link.txt'));
    await writeFile(join(root, 'link.txt'), 'inside again');
    await watched.change();
    expect(await resources.read('link.txt')).toMatchObject({ text: 'inside again' });
  });

  test('watches the target of a link', async () => {
    await symlink('target.txt', join(root, 'to-target'));
    const target = await watch('target.txt');
    const link = await watch('to-target');
    await writeFile(join(root, 'target.txt'), 'changed');
    expect(await Promise.all([target.change(), link.change()])).toEqual([true, true]);
  });

  test('keeps calling a listener that was added twice and removed once', async () => {
    await writeFile(join(root, 'shared.txt'), '');
    let count = 0;
    const changed = () => (count += 1);
    const both = await Promise.all([resources.watch('shared.txt', changed), resources.watch('shared.txt', changed)]);
    both[0]();
    both[0]();
    const watched = await watch('shared.txt');
    await writeFile(join(root, 'shared.txt'), 'changed');
    await watched.change();
    expect(count).toBe(1);
    both[1]();
  });

  test('rejects one file more than maxWatched, until another watch ends', async () => {
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
      message:
        '2 files are already watched, the maximum for all callers. Stop watching another file, or raise maxWatched of FileResources.',
      code: -32603,
      data: { maxWatched: 2 },
    });
    ends[0]!();
    ends.push(await three!());
  });

  test('limits a caller to three quarters of maxWatched, regardless of the number of listeners', async () => {
    const few = new FileResources({ roots: [root], maxWatched: 4 });
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `share-${name}`);
    for (const name of names) await writeFile(join(root, name), '');
    const watchAs = async (principal: string | undefined, ...watched: number[]) => {
      for (const at of watched)
        ends.push(await few.watch(names[at]!, () => {}, { auth: principal && { principal, scopes: [] } } as never));
    };
    await watchAs('eve', 0, 1, 2, 0, 0);
    const rejected = {
      message:
        'This caller already watches 3 files, the maximum for one caller. Stop watching another file, or raise maxWatched of FileResources.',
      code: -32603,
      data: { maxWatched: 4 },
    };
    await expect(watchAs('eve', 3)).rejects.toMatchObject(rejected);
    await watchAs('ada', 0, 3);
    await expect(watchAs('ada', 4)).rejects.toMatchObject({
      message:
        '4 files are already watched, the maximum for all callers. Stop watching another file, or raise maxWatched of FileResources.',
    });
    for (const end of ends.splice(1, 1)) end();
    await expect(watchAs('eve', 4)).resolves.toBeUndefined();
    ends[0]!();
    ends[0]!();
    await expect(watchAs('eve', 1)).rejects.toMatchObject(rejected);
  });

  test('rejects with the abort reason if the signal aborts while the watch starts', async () => {
    const one = new FileResources({ roots: [root], maxWatched: 1 });
    await writeFile(join(root, 'late.txt'), '');
    await writeFile(join(root, 'other.txt'), '');
    const reason = new Error('No longer needed');
    const controller = new AbortController();
    const watching = one.watch('late.txt', () => {}, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(watching).rejects.toBe(reason);
    ends.push(await one.watch('other.txt', () => {}));
  });

  test('does not keep a process alive after all watches have ended', async () => {
    await writeFile(join(root, 'process.txt'), '');
    const script = join(import.meta.dirname, 'support', 'watch-and-end.mjs');
    const ended = promisify(execFile)(process.execPath, [script, root, 'process.txt'], { timeout: 10_000 });
    expect(await ended).toEqual({ stdout: 'ended\n', stderr: '' });
  }, 15_000);
});

interface Watched {
  /** Resolves after a change that was not yet awaited. */
  change(): Promise<true>;
  /** Returns the number of changes in a while. */
  quiet(milliseconds?: number): Promise<number>;
  end(): void;
}

async function watch(name: string): Promise<Watched> {
  await writeFile(join(root, name), 'first', { flag: 'a' });
  const changes = new EventEmitter();
  let reported = 0;
  let awaited = 0;
  const end = await resources.watch(name, () => {
    reported += 1;
    changes.emit('change');
  });
  ends.push(end);
  const change = async () => {
    if (reported === awaited) await once(changes, 'change');
    awaited = reported;
    return true as const;
  };
  const quiet = async (milliseconds = 120) => {
    await wait(100); // A change may be reported twice.
    awaited = reported;
    await wait(milliseconds);
    return reported - awaited;
  };
  return { change, quiet, end };
}

type Operation = 'append' | 'replace' | 'delete' | 'write';

interface Change {
  readonly operation: Operation;
  readonly pauseMs: number;
}

/** Changes a file, and resolves when the last change has been reported. */
async function expectLastChange(name: string, changes: readonly Change[]): Promise<void> {
  const path = join(root, name);
  const operations: Readonly<Record<Operation, () => Promise<void>>> = {
    append: () => appendFile(path, '+'),
    replace: () => writeFile(`${path}~`, '').then(() => rename(`${path}~`, path)),
    delete: () => rm(path, { force: true }),
    write: () => writeFile(path, 'written'),
  };
  let reportedAt = 0;
  await writeFile(path, '');
  const end = await resources.watch(name, () => (reportedAt = performance.now()));
  for (const { operation, pauseMs } of changes) {
    await operations[operation]();
    await wait(pauseMs);
  }
  const lastAt = performance.now();
  await operations.write();
  while (reportedAt < lastAt && performance.now() < lastAt + LOST_MS) await wait(10);
  end();
  if (reportedAt < lastAt) throw new Error(`The last change of ${name} was not reported`);
}
