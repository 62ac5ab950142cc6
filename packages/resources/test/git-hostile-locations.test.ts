import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { GitResources } from '../build/index.js';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { anyCharacter } from '../../core/test/support/characters.ts';
import * as commands from '../build/git/git-arguments.js';
import { type GitLocation, parseGitUri, gitUri } from '../build/git/git-location.js';
import { failure, publicPart } from './support/failure.ts';
import { listed } from './support/listed.ts';
import type { TestRepository } from './support/test-repository.ts';
import { HASH, HOSTILE_GIT_URIS, SOME_HOSTILE_GIT_URIS } from './support/hostile-git-uris.ts';
import { hostileRepository } from './support/hostile-repository.ts';

const RUNS = runs(20_000);

let repository: TestRepository;
let resources: GitResources;
/** The file with the arguments of every git process that these tests start. */
let argumentsFile: string;
let formerPath: string | undefined;

beforeAll(async () => {
  repository = await hostileRepository();
  resources = new GitResources({ repository: repository.path });
  argumentsFile = join(repository.base, 'arguments');
  await installRecordingGit();
});

afterAll(async () => {
  process.env['PATH'] = formerPath;
  await repository.remove();
});

/** Puts a `git` that records its arguments before the real one on the PATH. */
async function installRecordingGit(): Promise<void> {
  formerPath = process.env['PATH'];
  const folder = join(repository.base, 'bin');
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\nprintf '%s\\0' "$@" >> '${argumentsFile}'\nexec '${git}' "$@"\n`;
  await mkdir(folder);
  await writeFile(join(folder, 'git'), script, { mode: 0o755 });
  process.env['PATH'] = `${folder}:${formerPath}`;
}

describe('GitResources for a hostile URI', () => {
  test.each(HOSTILE_GIT_URIS)('makes read() reject %j', async (uri) => {
    await expectRefusal(resources.read(uri), uri);
  });

  test.each(SOME_HOSTILE_GIT_URIS)('makes describe() reject %j', async (uri) => {
    await expectRefusal(resources.describe(uri), uri);
  });
});

/** Expects the same public error for every cause, which only the author sees. */
async function expectRefusal(work: Promise<unknown>, uri: string): Promise<void> {
  const error = await failure(work);
  expect(error).toBeInstanceOf(NotFoundError);
  expect(publicPart(error)).toEqual(publicPart(new NotFoundError('resource', uri)));
  expect(error.cause).toBeDefined();
}

describe('GitResources for a repository with hostile names', () => {
  test('reads valid URIs that resemble the hostile URIs', async () => {
    const honest = ['git:/file/main~1/folder/inner.txt', 'git:/diff/main~..main/notes.md', 'git:/log/HEAD/folder'];
    expect((await Promise.all(honest.map((uri) => resources.read(uri)))).map(({ uri }) => uri)).toEqual(honest);
  });

  test('omits links and submodules from a list', async () => {
    const uris = (await listed(resources)).map(({ uri }) => uri);
    expect(uris).toEqual(['git:/file/HEAD/folder/inner.txt', 'git:/file/HEAD/notes.md']);
  });

  test('suggests no branches whose names look like options', async () => {
    expect((await resources.complete('git:/log/')).toSorted()).toEqual(
      ['HEAD', 'blob', 'main', 'origin%2Fmain', 'tree'].map((name) => `git:/log/${name}`),
    );
  });

  test('passes only its own options to git', async () => {
    await resources.read('git:/diff/main~..main');
    await resources.read('git:/log/main');
    const options = new Set((await readFile(argumentsFile, 'utf8')).split('\0').filter(isOption));
    expect(options.size).toBeGreaterThan(10);
    const own = ownOptions();
    expect([...options].filter((option) => !own.has(option))).toEqual([]);
  });
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

test('parseGitUri never returns an option of git or a path outside the repository', () => {
  const own = ownOptions();
  let accepted = 0;
  fc.assert(
    fc.property(uris, (uri) => {
      const location = locationOf(uri);
      if (location === undefined) return;
      accepted += 1;
      const all = argumentsOf(location);
      expect(all.filter((argument) => isOption(argument) && !own.has(argument))).toEqual([]);
      expect(all.filter((argument) => argument.includes('\0') || argument.split('/').includes('..'))).toEqual([]);
      expect(parseGitUri(gitUri(location))).toEqual(location);
      expect(new URL(gitUri(location)).href).toEqual(gitUri(location));
    }),
    { numRuns: RUNS },
  );
  expect(accepted).toBeGreaterThan(RUNS / 40);
});

/** Returns all arguments that git could receive for a location. */
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

/** Returns the options of all commands, and the `-c` before each setting. */
function ownOptions(): Set<string> {
  const some = argumentsOf({ kind: 'log', revision: 'HEAD', path: 'x' });
  const { OPEN_ARGUMENTS, EMPTY_TREE_ARGUMENTS, BLOBS_ARGUMENTS, REVISIONS_ARGUMENTS } = commands;
  const fixed = [OPEN_ARGUMENTS, EMPTY_TREE_ARGUMENTS, BLOBS_ARGUMENTS, REVISIONS_ARGUMENTS].flat();
  return new Set(['-c', ...some, ...fixed].filter(isOption));
}

function isOption(argument: string): boolean {
  return argument.startsWith('-');
}

function locationOf(uri: string): GitLocation | undefined {
  try {
    return parseGitUri(uri);
  } catch {
    return undefined;
  }
}
