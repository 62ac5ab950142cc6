import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { listed } from './support/listed.ts';
import { TestRepository } from './support/test-repository.ts';

let empty: TestRepository;
let repository: TestRepository;

beforeAll(async () => {
  empty = await TestRepository.create();
});

afterAll(() => empty.remove());

beforeEach(async () => {
  repository = await empty.copy();
});

afterEach(() => repository.remove());

const FILES = ['a.log', 'b.txt', 'dist/a.log', 'dist/b.txt', 'src/a.log', 'src/b.txt', 'src/dist/b.txt', 'src/B.TXT'];

const pattern = fc.tuple(
  fc.constantFrom('', '', '!', '/'),
  fc.constantFrom(
    'a.log',
    'b.txt',
    '*.log',
    '*',
    'dist',
    'src',
    'src/dist',
    '**/b.txt',
    'src/**',
    '?.txt',
    '[ab].*',
    '#',
  ),
  fc.constantFrom('', '', '/', ' '),
);
const file = fc
  .array(
    pattern.map((parts) => parts.join('')),
    { maxLength: 4 },
  )
  .map((lines) => lines.join('\n'));

describe('FileResources ignore.git', () => {
  test('hides files that git ignores, unless the option is false', async () => {
    await write({ '.gitignore': 'dist/\n*.log\n', 'src/.gitignore': '!a.log\n/b.txt' });
    const [all, some] = [reader(false), reader(true)];
    expect(await names(all)).toEqual(['.gitignore', ...FILES, 'src/.gitignore'].toSorted());
    expect(await names(some)).toEqual(['.gitignore', 'b.txt', 'src/.gitignore', 'src/B.TXT', 'src/a.log']);
    expect((await some.complete('')).toSorted()).toEqual(await names(some));
    for (const path of ['a.log', 'dist/b.txt', 'src/b.txt', 'src/dist/b.txt'])
      await expect(some.read(path)).rejects.toEqual(new NotFoundError('resource', path));
    await expect(listed(some, { under: 'dist' })).rejects.toEqual(new NotFoundError('resource', 'dist'));
  });

  test('applies the .gitignore files above a root, except to the root itself', async () => {
    await write({ '.gitignore': '*.log\n/dist/' });
    expect(await names(reader(true, 'src'))).toEqual(['B.TXT', 'b.txt', 'dist/b.txt']);
    expect(await names(reader(true, 'dist'))).toEqual(['a.log', 'b.txt']);
  });

  test('applies the .gitignore files of a root outside of repositories', async () => {
    await write({ 'src/.gitignore': '*.log' });
    await rm(join(repository.path, '.git'), { recursive: true });
    expect(await names(reader(true, 'src'))).toEqual(['.gitignore', 'B.TXT', 'b.txt', 'dist/b.txt']);
  });

  test('follows changes of .gitignore files', async () => {
    await write({});
    const resources = reader(true);
    expect((await resources.read('a.log')).uri).toMatch(/a\.log$/);
    await writeFile(join(repository.path, '.gitignore'), '*.log');
    await expect(resources.read('a.log')).rejects.toEqual(new NotFoundError('resource', 'a.log'));
  });

  test('hides a folder whose .gitignore is too large, and ignores a linked .gitignore', async () => {
    await write({ 'dist/.gitignore': '#'.repeat(1_048_577) });
    await symlink('../b.txt', join(repository.path, 'src/.gitignore'));
    expect(await names(reader(true))).toEqual(FILES.filter((path) => !path.startsWith('dist/')).toSorted());
  });

  test('ignores the same files as git, except folders that an inner .gitignore re-includes', async () => {
    await write({});
    await fc.assert(
      fc.asyncProperty(file, file, async (top, inner) => {
        for (const [path, text] of Object.entries({ '.gitignore': top, 'src/.gitignore': inner }))
          await repository.write(path, text);
        const untracked = repository.git('ls-files', '--others', '--exclude-standard', '-z').split('\0').slice(0, -1);
        const served = await names(reader(true));
        expect(served.filter((path) => !untracked.includes(path))).toEqual([]);
        const reincludes = /^!/m.test(inner);
        expect(reincludes ? [] : untracked.filter((path) => !served.includes(path))).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});

function reader(git: boolean, folder = ''): FileResources {
  return new FileResources({ roots: [join(repository.path, folder)], ignore: { git } });
}

async function names(resources: FileResources): Promise<string[]> {
  return (await listed(resources)).map(({ name }) => name).toSorted();
}

async function write(rules: Readonly<Record<string, string>>): Promise<void> {
  for (const folder of ['dist', 'src/dist']) await mkdir(join(repository.path, folder), { recursive: true });
  for (const path of FILES) await repository.write(path, path);
  for (const [path, text] of Object.entries(rules)) await repository.write(path, text);
}
