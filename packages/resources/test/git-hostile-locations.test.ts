import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { GitResources } from '../build/index.js';
import * as fc from 'fast-check';
import { anyCharacter } from '../../core/test/support/characters.ts';
import * as commands from '../build/git/git-arguments.js';
import { type GitLocation, gitLocation, gitUri } from '../build/git/git-location.js';
import { TestRepository } from './support/test-repository.ts';
import { HASH, HOSTILE_GIT_URIS, SOME_HOSTILE_GIT_URIS } from './support/hostile-git-uris.ts';
import { hostileRepository } from './support/hostile-repository.ts';

const RUNS = process.env['CI'] ? 20_000 : 2000;

let repository: TestRepository;
let resources: GitResources;

beforeAll(async () => {
  repository = await hostileRepository();
  resources = new GitResources({ repository: repository.path });
});

afterAll(() => repository.remove());

const REFUSED = [
  ...HOSTILE_GIT_URIS.map((uri) => [uri, 'read'] as const),
  ...SOME_HOSTILE_GIT_URIS.map((uri) => [uri, 'describe'] as const),
];

test.each(REFUSED)('%j is refused: %s', async (uri, method) => {
  const error = await failure(resources[method](uri));
  expect(error).toBeInstanceOf(NotFoundError);
  expect(said(error)).toEqual(said(new NotFoundError('resource', uri)));
  expect(error.cause).toBeDefined();
});

test('what is asked for in the same ways, honestly, is read', async () => {
  const honest = ['git:/file/HEAD/notes.md', 'git:/file/main~1/folder/inner.txt', 'git:/log/HEAD/folder'];
  expect((await Promise.all(honest.map((uri) => resources.read(uri)))).map(({ uri }) => uri)).toEqual(honest);
});

test('links and submodules are not listed', async () => {
  const uris: string[] = [];
  for await (const { uri } of resources.list()) uris.push(uri);
  expect(uris).toEqual(['git:/file/HEAD/folder/inner.txt', 'git:/file/HEAD/notes.md']);
});

test('branches whose names are options are not offered', async () => {
  expect((await resources.complete('git:/log/')).toSorted()).toEqual(
    ['HEAD', 'blob', 'main', 'origin%2Fmain', 'tree'].map((name) => `git:/log/${name}`),
  );
});

const PARTS = ['-', '--', '..', '.', '/', '%2F', '%2f', '%2e', '%00', '%0A', '@', '{', '}', ':', '~', '^', '%5E', '='];
const WORDS = [
  'git:/',
  'file/',
  'diff/',
  'log/',
  'staged',
  'HEAD',
  'main',
  'notes.md',
  '-c',
  '--output=x',
  '(exclude)',
];
const part = fc.oneof(
  fc.constantFrom(...PARTS, ...WORDS),
  fc.string({ unit: anyCharacter, maxLength: 3 }),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const uris = fc
  .tuple(
    fc.constantFrom('', 'git:/', 'git:/file/', 'git:/file/HEAD/', 'git:/diff/', 'git:/log/'),
    fc.oneof(fc.array(part), fc.array(part, { maxLength: 2 })),
  )
  .map(([start, parts]) => start + parts.join(''));

test('no URI makes git see an option that is not ours, or a path that leads away', () => {
  const ours = ourOptions();
  let understood = 0;
  fc.assert(
    fc.property(uris, (uri) => {
      const location = locationOf(uri);
      if (location === undefined) return;
      understood += 1;
      const all = argumentsOf(location);
      expect(all.filter((argument) => isOption(argument) && !ours.has(argument))).toEqual([]);
      expect(all.filter((argument) => argument.includes('\0') || argument.split('/').includes('..'))).toEqual([]);
      expect(gitLocation(gitUri(location))).toEqual(location);
      expect(new URL(gitUri(location)).href).toEqual(gitUri(location));
    }),
    { numRuns: RUNS },
  );
  expect(understood).toBeGreaterThan(RUNS / 40);
});

test('git itself is given no option that is not ours, and no revision but to be resolved', async () => {
  const [folder, seen] = [join(repository.base, 'bin'), join(repository.base, 'seen')];
  await mkdir(folder);
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  await writeFile(join(folder, 'git'), `#!/bin/sh\nprintf '%s\\0' "$@" >> '${seen}'\nexec '${real}' "$@"\n`);
  await chmod(join(folder, 'git'), 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = `${folder}:${path}`;
  try {
    for (const uri of SOME_HOSTILE_GIT_URIS) await failure(resources.read(uri));
    await resources.read('git:/log/main');
  } finally {
    process.env['PATH'] = path;
  }
  const options = (await readFile(seen, 'utf8')).split('\0').filter(isOption);
  const ours = ourOptions();
  expect(new Set(options).size).toBeGreaterThan(10);
  expect([...new Set(options)].filter((option) => !ours.has(option))).toEqual([]);
});

/** All that git could be told because of a location. */
function argumentsOf(location: GitLocation): string[] {
  const { path } = location;
  const revisions = location.kind === 'diff' ? [location.from, location.to] : [];
  if ('revision' in location) revisions.push(location.revision);
  return [
    ...revisions.flatMap(commands.commitArguments),
    ...commands.publishedArguments(revisions.map((revision) => `refs/heads/${revision}`)),
    ...commands.unpublishedArguments(HASH),
    ...commands.entryArguments(HASH, path),
    ...commands.entriesArguments(HASH, path),
    ...commands.diffArguments(HASH, HASH, path),
    ...commands.stagedArguments(HASH, path),
    ...commands.logArguments(HASH, path, 100),
    ...commands.blobArguments(HASH),
  ];
}

/** With the one that simple-git gives our configuration by. */
function ourOptions(): Set<string> {
  const some = argumentsOf({ kind: 'log', revision: 'HEAD', path: 'x' });
  return new Set(['-c', ...some, ...commands.OPEN_ARGUMENTS, ...commands.EMPTY_TREE_ARGUMENTS].filter(isOption));
}

function isOption(argument: string): boolean {
  return argument.startsWith('-');
}

function locationOf(uri: string): GitLocation | undefined {
  try {
    return gitLocation(uri);
  } catch {
    return undefined;
  }
}

async function failure(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It was read');
}

function said(error: Error) {
  const { name, message } = error;
  return { name, message, ...(error instanceof NotFoundError && { code: error.code, data: error.data }) };
}
