import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, rm, writeFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ListedResource, type ResourceContents, NotFoundError } from '@cuecard/core';
import { GitResources } from '@cuecard/resources';
import { TestRepository } from './support/test-repository.ts';

const URIS = [
  'git:/file/HEAD/notes.md',
  'git:/diff/HEAD~..HEAD',
  'git:/diff/staged',
  'git:/diff/HEAD~..HEAD/notes.md',
  'git:/log/HEAD',
  'git:/log/HEAD/notes.md',
];

// Read by git from the folder of the repository, or of the user; each program leaves a mark of its name.
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

let repository: TestRepository;
let marks: string;
let mark: string;

beforeEach(async () => {
  repository = await TestRepository.create();
  marks = join(repository.base, 'marks');
  mark = join(repository.base, 'mark');
  await mkdir(marks);
  await writeFile(mark, `#!/bin/sh\ntouch "${marks}/mark-$(basename "$1")"\n`);
  await chmod(mark, 0o755);
  await repository.write('notes.md', 'one\n');
  repository.commit('First');
  await repository.write('notes.md', 'two\n');
  repository.commit('Second');
  sign();
  await repository.write('notes.md', 'three\n');
  repository.git('add', 'notes.md');
});

afterEach(() => repository.remove());

test('what a repository configures is neither run nor obeyed', async () => {
  const resources = new GitResources({ repository: repository.path });
  const [before, listed] = [await all(resources), await list(resources)];
  await configure();

  expect([await all(resources), await list(resources)]).toEqual([before, listed]);
  await resources.complete('git:/');
  expect(await readdir(marks)).toEqual([]);

  // The programs are there to be run: git, asked in the usual way, does.
  await utimes(join(repository.path, 'notes.md'), 0, 0); // So that git looks at it again, however much time has passed.
  attempt('status');
  await writeFile(join(repository.path, '.git', 'info', 'attributes'), '* diff=evil -filter\n');
  attempt('diff', '--cached', '-O/dev/null', 'HEAD~');
  const run = ['mark-core.fsmonitor', 'mark-diff.command', 'mark-filter.process'];
  expect(await readdir(marks)).toEqual(expect.arrayContaining(run));
});

test('what the environment and its user configure is neither run nor obeyed', async () => {
  const resources = new GitResources({ repository: repository.path });
  const before = await all(resources);
  const home = join(repository.base, 'home');
  await mkdir(join(home, '.config', 'git'), { recursive: true });
  await writeFile(join(home, '.gitconfig'), CONFIGURATION(mark));
  await writeFile(join(home, '.config', 'git', 'attributes'), '* diff=evil filter=evil\n');
  const variables = {
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
  const kept = { ...process.env };
  Object.assign(process.env, variables);
  try {
    expect(await all(resources)).toEqual(before);
  } finally {
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, kept);
  }
  expect(await readdir(marks)).toEqual([]);
});

test.each(['local', 'ext'])('objects that are missing are not fetched from a %s remote', async (kind) => {
  const url = kind === 'ext' ? `ext::${mark} ext` : repository.path;
  const settings = {
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'remote.origin.promisor': 'true',
    'remote.origin.url': url,
    'remote.origin.uploadPack': `${mark} upload-pack #`,
    'protocol.allow': 'always',
    'protocol.ext.allow': 'always',
    'protocol.file.allow': 'always',
  };
  const id = repository.git('rev-parse', 'HEAD:notes.md').trim();
  for (const [name, value] of Object.entries(settings)) repository.git('config', name, value);
  await rm(join(repository.path, '.git', 'objects', id.slice(0, 2), id.slice(2)));

  const resources = new GitResources({ repository: repository.path });
  const uri = 'git:/file/HEAD/notes.md';
  await expect(resources.read(uri)).rejects.toEqual(new NotFoundError('resource', uri));
  expect(await list(resources)).toEqual([]);
  await expect(resources.read('git:/diff/HEAD~..HEAD')).rejects.toThrow('No resource at');
  expect(await readdir(marks)).toEqual([]);

  attempt('cat-file', 'blob', id);
  expect(await readdir(marks)).toEqual([kind === 'ext' ? 'mark-ext' : 'mark-upload-pack']);
});

// Only root can give a repository away.
if (process.getuid?.() === 0) {
  test('a repository of somebody else is refused by git', async () => {
    const path = repository.path;
    for (const folder of [path, join(path, '.git')]) await chown(folder, 12_345, 12_345);
    const error = await new GitResources({ repository: path }).read('git:/log/HEAD').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String((error as Error).cause)).toContain('GitRefusal');
    expect(String(((error as Error).cause as Error).cause)).toContain('dubious ownership');
  });
}

test('a place to replace an object by another is not obeyed', async () => {
  const resources = new GitResources({ repository: repository.path });
  const before = await all(resources);
  repository.git('replace', 'HEAD:notes.md', 'HEAD~:notes.md');
  expect(await all(resources)).toEqual(before);
});

/** Gives HEAD a signature, which git has a program check. */
function sign(): void {
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n';
  const commit = repository.git('cat-file', 'commit', 'HEAD').replace('\n\n', `\n${signature}\n`);
  const options = { cwd: repository.path, input: commit, encoding: 'utf8' } as const;
  const id = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], options).trim();
  repository.git('update-ref', 'refs/heads/main', id);
}

async function configure(): Promise<void> {
  const folder = join(repository.path, '.git');
  await writeFile(join(folder, 'config'), CONFIGURATION(mark), { flag: 'a' });
  await writeFile(join(folder, 'info', 'attributes'), '* diff=evil filter=evil\n');
  await repository.write('.gitattributes', '* diff=evil filter=evil\n');
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-commit']) {
    await writeFile(join(folder, 'hooks', hook), `#!/bin/sh\n${mark} ${hook}\n`);
    await chmod(join(folder, 'hooks', hook), 0o755);
  }
}

function attempt(...args: string[]): void {
  try {
    repository.git(...args);
  } catch {
    // It need not succeed.
  }
}

function all(resources: GitResources): Promise<ResourceContents[]> {
  return Promise.all(URIS.map((uri) => resources.read(uri)));
}

async function list(resources: GitResources): Promise<ListedResource[]> {
  const listed: ListedResource[] = [];
  for await (const resource of resources.list()) listed.push(resource);
  return listed;
}
