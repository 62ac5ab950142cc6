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
});

describe.each(
  files.filter((file) => /^(?:\.changeset\/|bench\/|examples\/[^/]+\/)?(?:README|CONTRIBUTING)[\w.-]*\.md$/.test(file)),
)('%s', (path) => {
  let page: string;

  beforeAll(async () => {
    page = await read(path);
  });

  test('runs only files that exist', () => {
    const named = all([page], /^(?:[^`\n]* )?(?:node (?=\S+\.js)|bash )((?:[\w.-]+\/)+[\w.-]+)/gm);
    const sources = named.map((file) => file.replace(/(^|\/)dist\/(.*)\.js$/, '$1src/$2.ts'));
    const places = (file: string) => [file, join(dirname(path), file)];
    expect(sources.filter((file) => !places(file).some((place) => files.includes(place)))).toEqual([]);
  });

  test('runs only scripts that exist', async () => {
    const commands = page.matchAll(/\bpnpm(@10)? (?:--dir (\S+) )?(?:run )?([a-z][\w:]*)/g);
    const missing: string[] = [];
    for (const [command, version, folder = version === undefined ? dirname(path) : '.', name = ''] of commands) {
      const manifests = await Promise.all([folder, '.'].map((each) => manifest(each)));
      const isKnown = OWN_COMMANDS.includes(name) || manifests.some(({ scripts = {} }) => name in scripts);
      if (!isKnown) missing.push(command);
    }
    expect(missing).toEqual([]);
  });
});

/** The commands of pnpm itself, and the programs of packages. */
const OWN_COMMANDS = ['install', 'cuecard'];

interface Manifest {
  readonly scripts?: object;
}

async function manifest(folder: string): Promise<Manifest> {
  return files.includes(join(folder, 'package.json'))
    ? (JSON.parse(await read(join(folder, 'package.json'))) as Manifest)
    : {};
}
