import { appendFile, chown, mkdir, readdir, rm, writeFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ListedResource, type ResourceContents, NotFoundError } from '@cuecard/core';
import { GitResources } from '@cuecard/resources';
import { listed } from './support/listed.ts';
import { TestRepository } from './support/test-repository.ts';

const URIS = [
  'git:/file/HEAD/notes.md',
  'git:/diff/HEAD~..HEAD',
  'git:/diff/staged',
  'git:/log/HEAD',
  'git:/log/HEAD/notes.md',
];

// Configuration that git reads from the repository or the home folder. Each program in it creates a file with its own
// name.
const CONFIGURATION = (mark: string) => `
[diff]
  external = ${mark} diff.external
  noprefix = true
  mnemonicPrefix = true
  orderFile = /nowhere
  context = 0
[diff "evil"]
  command = ${mark} diff.command
  textconv = ${mark} diff.textconv
[filter "evil"]
  clean = ${mark} filter.clean
  smudge = ${mark} filter.smudge
  process = ${mark} filter.process
  required = true
[core]
  pager = ${mark} core.pager
  fsmonitor = ${mark} core.fsmonitor
  editor = ${mark} core.editor
  askPass = ${mark} core.askPass
  sshCommand = ${mark} core.sshCommand
  gitProxy = ${mark} core.gitProxy
  alternateRefsCommand = ${mark} core.alternateRefsCommand
  quotePath = true
  abbrev = 4
[pager]
  log = ${mark} pager.log
  diff-tree = ${mark} pager.diff-tree
[alias]
  log = !${mark} alias.log
  cat-file = !${mark} alias.cat-file
  diff-tree = !${mark} alias.diff-tree
[log]
  showSignature = true
  decorate = full
  follow = true
  date = relative
  abbrevCommit = true
[gpg]
  program = ${mark.replace(/ .*/, '')}
[format]
  pretty = %H %G?
[notes]
  displayRef = refs/heads/*
[color]
  ui = always
[credential]
  helper = !${mark} credential.helper
[uploadpack]
  packObjectsHook = ${mark} uploadpack.packObjectsHook
`;

/** A repository without hostile configuration, which each test copies. */
let original: TestRepository;
/** The contents and the list from the original repository. */
let originalContents: ResourceContents[];
let originalList: ListedResource[];
let repository: TestRepository;
let marks: string;
let mark: string;

beforeAll(async () => {
  original = await TestRepository.create();
  original.import([
    { message: 'first', ref: 'refs/heads/main', files: { 'notes.md': 'one\n' } },
    { message: 'second', ref: 'refs/heads/main', files: { 'notes.md': 'two\n' }, parents: ['first'] },
  ]);
  await original.write('notes.md', 'three\n');
  await original.write('signed', signedCommit(original.git('cat-file', 'commit', 'HEAD')));
  original.script(`
    git update-ref refs/heads/main "$(git hash-object -t commit -w --stdin < signed)"
    rm signed
    git read-tree HEAD
    git add notes.md
  `);
  const resources = new GitResources({ repository: original.path });
  originalContents = await readAll(resources);
  originalList = await listed(resources);
});

afterAll(() => original.remove());

/** Adds a signature. Git verifies signatures with an external program. */
function signedCommit(commit: string): string {
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n';
  return commit.replace('\n\n', `\n${signature}\n`);
}

beforeEach(async () => {
  repository = await original.copy();
  marks = join(repository.base, 'marks');
  mark = join(repository.base, 'mark');
  await mkdir(marks);
  await writeFile(mark, `#!/bin/sh\ntouch "${marks}/mark-$(basename "$1")"\n`, { mode: 0o755 });
});

afterEach(() => repository.remove());

describe('GitResources', () => {
  test('ignores configuration, attributes, hooks and replacements of the repository', async () => {
    const resources = new GitResources({ repository: repository.path });
    repository.git('replace', 'HEAD:notes.md', 'HEAD~:notes.md');
    await configure();
    expect(await readAll(resources)).toEqual(originalContents);
    expect(await listed(resources)).toEqual(originalList);
    await resources.complete('git:/');
    expect(await readdir(marks)).toEqual([]);

    // Git itself runs these programs, so the test can fail.
    await utimes(join(repository.path, 'notes.md'), 0, 0); // Git reads the file again, although little time has passed.
    attempt('status');
    await writeFile(join(repository.path, '.git', 'info', 'attributes'), '* diff=evil -filter\n');
    attempt('diff', '--cached', '-O/dev/null', 'HEAD~');
    const run = ['mark-core.fsmonitor', 'mark-diff.command', 'mark-filter.process'];
    expect(await readdir(marks)).toEqual(expect.arrayContaining(run));
  });

  test('ignores the environment and the configuration of the user', async () => {
    const home = join(repository.base, 'home');
    await mkdir(join(home, '.config', 'git'), { recursive: true });
    await writeFile(join(home, '.gitconfig'), CONFIGURATION(mark));
    await writeFile(join(home, '.config', 'git', 'attributes'), '* diff=evil filter=evil\n');
    const variables = hostileVariables(home);
    const formerVariables = { ...process.env };
    Object.assign(process.env, variables);
    try {
      expect(await readAll(new GitResources({ repository: repository.path }))).toEqual(originalContents);
    } finally {
      for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, formerVariables);
    }
    expect(await readdir(marks)).toEqual([]);
  });

  test.each(['local', 'ext'])('does not fetch missing objects from a promisor remote: %s', async (kind) => {
    const id = repository.git('rev-parse', 'HEAD:notes.md').trim();
    await addPromisor(kind === 'ext' ? `ext::${mark} ext` : repository.path);
    await rm(join(repository.path, '.git', 'objects', id.slice(0, 2), id.slice(2)));

    const resources = new GitResources({ repository: repository.path });
    for (const uri of ['git:/file/HEAD/notes.md', 'git:/diff/HEAD~..HEAD'])
      await expect(resources.read(uri)).rejects.toEqual(new NotFoundError('resource', uri));
    expect(await listed(resources)).toEqual([]);
    expect(await readdir(marks)).toEqual([]);

    attempt('cat-file', 'blob', id); // Checks that git itself fetches them, so that the test can fail.
    expect(await readdir(marks)).toEqual([kind === 'ext' ? 'mark-ext' : 'mark-upload-pack']);
  });
});

// Only root can give a repository to another user.
if (process.getuid?.() === 0) {
  test('GitResources rejects a repository that belongs to another user', async () => {
    const path = repository.path;
    for (const folder of [path, join(path, '.git')]) await chown(folder, 12_345, 12_345);
    const error = await new GitResources({ repository: path }).read('git:/log/HEAD').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String((error as Error).cause)).toContain('GitRefusal');
    expect(String(((error as Error).cause as Error).cause)).toContain('dubious ownership');
  });
}

function hostileVariables(home: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_DIR: home,
    GIT_WORK_TREE: home,
    GIT_INDEX_FILE: join(home, 'index'),
    GIT_OBJECT_DIRECTORY: home,
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'diff.external',
    GIT_CONFIG_VALUE_0: mark,
    GIT_CONFIG_PARAMETERS: `'diff.external=${mark}'`,
    GIT_EXTERNAL_DIFF: mark,
    GIT_PAGER: mark,
    PAGER: mark,
    GIT_TRACE: join(marks, 'trace'),
    GIT_DIFF_OPTS: '-u0',
    GIT_NAMESPACE: 'other',
  };
}

/** Declares a remote from which git fetches missing objects. */
function addPromisor(url: string): Promise<void> {
  const settings = `
[core]
  repositoryFormatVersion = 1
[extensions]
  partialClone = origin
[remote "origin"]
  promisor = true
  url = ${JSON.stringify(url)}
  uploadPack = "${mark} upload-pack #"
[protocol]
  allow = always
[protocol "ext"]
  allow = always
[protocol "file"]
  allow = always
`;
  return appendFile(join(repository.path, '.git', 'config'), settings);
}

async function configure(): Promise<void> {
  const folder = join(repository.path, '.git');
  await writeFile(join(folder, 'config'), CONFIGURATION(mark), { flag: 'a' });
  await writeFile(join(folder, 'info', 'attributes'), '* diff=evil filter=evil\n');
  await repository.write('.gitattributes', '* diff=evil filter=evil\n');
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-commit']) {
    await writeFile(join(folder, 'hooks', hook), `#!/bin/sh\n${mark} ${hook}\n`, { mode: 0o755 });
  }
}

function attempt(...args: string[]): void {
  try {
    repository.git(...args);
  } catch {
    // The command may fail.
  }
}

function readAll(resources: GitResources): Promise<ResourceContents[]> {
  return Promise.all(URIS.map((uri) => resources.read(uri)));
}
