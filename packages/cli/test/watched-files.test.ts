import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WatchedFiles } from '../build/project/watched-files.js';
import { size } from '../../../build/jest/runs.ts';
import { until } from './support/until.ts';

/** A file is looked for until a second after its folder has come. */
const LOOKED_MS = 1_200;

let root: string;
let watched: WatchedFiles;
/** How often each file has been reported. */
let reports: Map<string, number>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cuecard-watched-'));
  reports = new Map();
  watched = new WatchedFiles({
    root,
    changed: (files) => {
      for (const file of files) reports.set(file, (reports.get(file) ?? 0) + 1);
    },
  });
  watched.follow({ files: [], folders: [root], missing: [] });
});

afterEach(() => {
  watched.close();
  rmSync(root, { recursive: true });
});

/** Lets the watcher work for a time that timers are too coarse for. */
async function turnsFor(milliseconds: number): Promise<void> {
  for (const end = performance.now() + milliseconds; performance.now() < end;) await turn();
}

const isReported = (count: number) => until(() => reports.size >= count);

describe('WatchedFiles in new folders', () => {
  test('reports files once, however soon after their folder they are written', async () => {
    const files: string[] = [];
    for (let index = 0; index < size(300); index += 1) {
      const folder = join(root, `folder-${index}`);
      mkdirSync(folder);
      await turnsFor((index % 30) / 5);
      files.push(join(folder, 'file.ts'));
      writeFileSync(join(folder, 'file.ts'), 'export {};');
      await sleep(5);
    }
    await isReported(files.length);
    await sleep(LOOKED_MS);
    expect(reports).toEqual(new Map(files.map((file) => [file, 1])));
  });

  test('reports files again when they are edited later', async () => {
    const folder = join(root, 'deep', 'deeper', 'deepest');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'file.ts');
    writeFileSync(file, 'export const first = 1;');
    await isReported(1);
    await sleep(LOOKED_MS);
    writeFileSync(file, 'export const second = 2;');
    await until(() => reports.get(file) === 2);
    expect(reports).toEqual(new Map([[file, 2]]));
  });

  test('ignores files in node_modules', async () => {
    mkdirSync(join(root, 'node_modules', 'pack'), { recursive: true });
    writeFileSync(join(root, 'node_modules', 'pack', 'index.js'), 'export {};');
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src', 'file.ts'), 'export {};');
    await isReported(1);
    await sleep(LOOKED_MS);
    expect(reports).toEqual(new Map([[join(root, 'src', 'file.ts'), 1]]));
  });
});

describe('WatchedFiles while a file is edited quickly', () => {
  test('reports each of three edits, however soon one follows the report of another', async () => {
    const file = join(root, 'file.ts');
    let count = 0;
    const edit = () => {
      count += 1;
      writeFileSync(file, `export const edit = ${count};`);
      return until(() => reports.get(file) === count);
    };
    for (let pause = 0; pause < 60; pause += 4) {
      await edit();
      await sleep(pause);
      await edit();
      await edit();
      await sleep(100);
    }
    expect(reports).toEqual(new Map([[file, 45]]));
  });
});

describe('WatchedFiles when a folder replaces another', () => {
  test('reports changed and new files once, and watches the new folder', async () => {
    mkdirSync(join(root, 'src', 'deep'), { recursive: true });
    const [kept, edited] = [join(root, 'src', 'kept.ts'), join(root, 'src', 'deep', 'edited.ts')];
    writeFileSync(kept, 'export {};');
    writeFileSync(edited, 'export const first = 1;');
    await isReported(2);
    await sleep(LOOKED_MS);
    cpSync(join(root, 'src'), join(root, 'node_modules', 'next'), { recursive: true });
    writeFileSync(join(root, 'node_modules', 'next', 'deep', 'edited.ts'), 'export const second = 2;');
    writeFileSync(join(root, 'node_modules', 'next', 'deep', 'new.ts'), 'export {};');
    renameSync(join(root, 'src'), join(root, 'node_modules', 'before'));
    renameSync(join(root, 'node_modules', 'next'), join(root, 'src'));
    const added = join(root, 'src', 'deep', 'new.ts');
    await isReported(3);
    await sleep(LOOKED_MS);
    const afterSwap = new Map(reports);
    const isWatched = () => reports.get(kept) === 2 && reports.get(edited) === 3 && reports.get(added) === 2;
    while (!isWatched()) {
      for (const file of [kept, edited, added]) writeFileSync(file, 'export const third = 3;');
      await sleep(500); // A slow machine may not watch the folder yet. The same text is not reported again.
    }
    expect([afterSwap, reports]).toEqual([
      new Map([
        [kept, 1],
        [edited, 2],
        [added, 1],
      ]),
      new Map([
        [kept, 2],
        [edited, 3],
        [added, 2],
      ]),
    ]);
  });
});

describe('WatchedFiles.follow', () => {
  const follow = (files: readonly (readonly [string, string])[]) =>
    watched.follow({ files, folders: [root], missing: [], belongs: () => true });

  test('reports a file that was missing during a load and then restored', async () => {
    const file = join(root, 'file.ts');
    writeFileSync(file, 'export {};');
    await isReported(1);
    rmSync(file);
    writeFileSync(file, 'export {};');
    follow([]);
    await until(() => reports.get(file) === 2);
    follow([[file, 'export {};']]);
    await sleep(LOOKED_MS);
    expect(reports).toEqual(new Map([[file, 2]]));
  });

  test('reports a file that was read between an edit and its revert', async () => {
    const file = join(root, 'file.ts');
    writeFileSync(file, 'export const first = 1;');
    await isReported(1);
    writeFileSync(file, 'export const second = 2;');
    writeFileSync(file, 'export const first = 1;');
    await sleep(LOOKED_MS);
    follow([[file, 'export const second = 2;']]);
    await until(() => reports.get(file) === 2);
    expect(reports).toEqual(new Map([[file, 2]]));
  });

  test('reports a restored file that the project could not read', async () => {
    const file = join(root, 'file.ts');
    writeFileSync(file, 'export {};');
    await isReported(1);
    rmSync(file);
    writeFileSync(file, 'export {};');
    watched.follow({ files: [], folders: [root], missing: [file] });
    await until(() => reports.get(file) === 2);
    expect(reports).toEqual(new Map([[file, 2]]));
  });
});
