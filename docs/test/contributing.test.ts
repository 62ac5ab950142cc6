import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

describe('CONTRIBUTING.md', () => {
  let page: string;
  let files: string[];

  beforeAll(async () => {
    page = await read('CONTRIBUTING.md');
    const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: fileURLToPath(root) });
    files = String(listing).split('\n');
  });

  /** Returns the first group of every match, without duplicates. */
  const all = (texts: readonly string[], pattern: RegExp) =>
    [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found)))].toSorted();

  test('describes every folder of the top level', () => {
    expect(all([page], /^\| \[(\w+)\]/gm)).toEqual(all(files, /^([^./][^/]*)\//g));
  });

  test('describes every check', () => {
    expect(all([page], /^\| `(\w+)`/gm)).toEqual(all(files, /^checks\/([\w-]+)\/check\.js$/g));
  });

  test('names only commands that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: object };
    const commands = all([page], /npx -y pnpm@10 ([\w:]+)/g);
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
    expect(commands).not.toEqual([]);
  });
});
