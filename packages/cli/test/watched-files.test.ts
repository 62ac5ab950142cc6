import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WatchedFiles } from '../build/dev/watched-files.js';

let root: string;
let watched: WatchedFiles;
let told: Map<string, number>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'cuecard-watched-'));
  told = new Map();
  watched = await WatchedFiles.of({
    root,
    changed: (files) => {
      for (const file of files) told.set(file, (told.get(file) ?? 0) + 1);
    },
  });
});

afterEach(async () => {
  await watched.close();
  rmSync(root, { recursive: true });
});

async function turnsFor(milliseconds: number): Promise<void> {
  for (const until = performance.now() + milliseconds; performance.now() < until;) await turn();
}

async function untilTold(count: number): Promise<void> {
  for (let left = 200; left > 0 && told.size < count; left -= 1) await sleep(25);
}

describe('files in folders that have just come', () => {
  test('are told once each, however soon after their folder they come', async () => {
    const files: string[] = [];
    for (let index = 0; index < 300; index += 1) {
      const folder = join(root, `folder-${index}`);
      mkdirSync(folder);
      await turnsFor((index % 30) / 5);
      files.push(join(folder, 'file.ts'));
      writeFileSync(join(folder, 'file.ts'), 'export {};');
      await sleep(5);
    }
    await untilTold(files.length);
    await sleep(1_200);
    expect(told).toEqual(new Map(files.map((file) => [file, 1])));
  });

  test('are told again when they are edited later', async () => {
    const folder = join(root, 'deep', 'deeper', 'deepest');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'file.ts');
    writeFileSync(file, 'export const first = 1;');
    await untilTold(1);
    await sleep(1_200);
    writeFileSync(file, 'export const second = 2;');
    for (let left = 200; left > 0 && told.get(file) !== 2; left -= 1) await sleep(25);
    expect(told).toEqual(new Map([[file, 2]]));
  });

  test('are not told where the folder is ignored', async () => {
    mkdirSync(join(root, 'node_modules', 'pack'), { recursive: true });
    writeFileSync(join(root, 'node_modules', 'pack', 'index.js'), 'export {};');
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src', 'file.ts'), 'export {};');
    await untilTold(1);
    await sleep(1_200);
    expect(told).toEqual(new Map([[join(root, 'src', 'file.ts'), 1]]));
  });
});

test('a folder that is put in the place of another is watched as that was', async () => {
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  const [kept, edited] = [join(root, 'src', 'kept.ts'), join(root, 'src', 'deep', 'edited.ts')];
  writeFileSync(kept, 'export {};');
  writeFileSync(edited, 'export const first = 1;');
  await untilTold(2);
  await sleep(1_200);
  cpSync(join(root, 'src'), join(root, 'node_modules', 'next'), { recursive: true });
  writeFileSync(join(root, 'node_modules', 'next', 'deep', 'edited.ts'), 'export const second = 2;');
  writeFileSync(join(root, 'node_modules', 'next', 'deep', 'new.ts'), 'export {};');
  renameSync(join(root, 'src'), join(root, 'node_modules', 'before'));
  renameSync(join(root, 'node_modules', 'next'), join(root, 'src'));
  const added = join(root, 'src', 'deep', 'new.ts');
  await untilTold(3);
  await sleep(1_200);
  const afterSwap = new Map(told);
  for (const file of [kept, edited, added]) writeFileSync(file, 'export const third = 3;');
  for (let left = 100; left > 0 && told.get(kept) !== 2; left -= 1) await sleep(25);
  await sleep(200);
  expect([afterSwap, told]).toEqual([
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
