import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: fileURLToPath(root) });
const files = String(listing).split('\n');

/** Returns the first group of every match, without duplicates. */
const all = (texts: readonly string[], pattern: RegExp) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found)))].toSorted();

describe('CONTRIBUTING.md', () => {
  let page: string;

  beforeAll(async () => {
    page = await read('CONTRIBUTING.md');
  });

  test('describes every folder of the top level', () => {
    expect(all([page], /^\| \[(\w+)\]/gm)).toEqual(all(files, /^([^./][^/]*)\//g));
  });

  test('describes every check', () => {
    expect(all([page], /^\| `(\w+)`/gm)).toEqual(all(files, /^checks\/([\w-]+)\/check\.js$/g));
  });

  test('names only source files that exist', () => {
    const named = all([page], /`([\w-]+\/[\w/-]+\.ts)`/g);
    const known = (file: string) =>
      ['packages/core/src', 'packages'].some((folder) => files.includes(`${folder}/${file}`));
    expect(named.filter((file) => !known(file))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test('names only commands that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: object };
    const commands = all([page], /npx -y pnpm@10 ([\w:]+)/g);
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
    expect(commands).not.toEqual([]);
  });
});

test.each(
  files.filter((file) => /^(?:\.changeset\/|bench\/|examples\/[^/]+\/)?(?:README|CONTRIBUTING)[\w.-]*\.md$/.test(file)),
)('the commands in %s run only files that exist', async (page) => {
  const named = all([await read(page)], /^(?:[^`\n]* )?node ((?:[\w-]+\/)+[\w.-]+\.js)/gm);
  const sources = named.map((file) => file.replace(/(^|\/)dist\/(.*)\.js$/, '$1src/$2.ts'));
  const places = (file: string) => [file, join(dirname(page), file)];
  expect(sources.filter((file) => !places(file).some((place) => files.includes(place)))).toEqual([]);
});
