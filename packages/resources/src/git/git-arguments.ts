// All that git is ever told. Each of these is a list of options of our own, then commits by their ids, then one path
// that begins with `./`: whatever a URI says, nothing in it can be taken for an option.

/** Asks for the id of the commit that a revision means. */
export function commitArguments(revision: string): string[] {
  return ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`];
}

/** Asks for the ids and types of what branches and tags point to, by their full names; what is not there is left out. */
export function publishedArguments(refs: readonly string[]): string[] {
  return ['for-each-ref', '--format=%(objectname) %(objecttype) %(refname)', ...refs.map(exactly)];
}

// A name stands for all below it too, and a remote can have many branches; a pattern stands for what it matches.
function exactly(ref: string): string {
  return ref.replace(/\w(?=\W*$)/, '[$&]');
}

/**
 * Asks for a commit again unless `HEAD`, a branch, a tag or a remote branch leads to it: one walk, however many there are.
 */
export function unpublishedArguments(commit: string): string[] {
  // A new branch has no commit that `HEAD` could mean.
  return [
    'rev-list',
    '--ignore-missing',
    '--max-count=1',
    commit,
    '--not',
    '--branches',
    '--tags',
    '--remotes',
    'HEAD',
    '--',
  ];
}

/** Asks what is at a path: mode, kind, id and size. */
export function entryArguments(commit: string, path: string): string[] {
  return ['ls-tree', '-z', '-l', '--full-tree', '--end-of-options', commit, ...pathspec(path)];
}

/** Asks for all that is in a folder and the folders below it; '' is the top. */
export function entriesArguments(commit: string, folder: string): string[] {
  return ['ls-tree', '-r', '-z', '-l', '--full-tree', '--end-of-options', commit, ...pathspec(folder)];
}

/** Asks for the bytes of a file by its id. */
export function blobArguments(id: string): string[] {
  return ['cat-file', '--end-of-options', 'blob', id];
}

/** Asks for the bytes of the files whose ids are given on stdin. */
export const BLOBS_ARGUMENTS = ['cat-file', '--batch'];

// The commands that are made for programs take no notice of how people have configured theirs.
const PATCH = ['-r', '-p', '-M', '--abbrev=10', '--no-color', '--no-ext-diff', '--no-textconv', '--submodule=short'];

/** Asks for what has changed from one commit to another. */
export function diffArguments(from: string, to: string, path: string): string[] {
  return ['diff-tree', ...PATCH, '--end-of-options', from, to, ...pathspec(path)];
}

/** Asks for what the next commit would change in a tree. */
export function stagedArguments(tree: string, path: string): string[] {
  return ['diff-index', '--cached', ...PATCH, '--end-of-options', tree, ...pathspec(path)];
}

/** Asks for the id of a tree without files. */
export const EMPTY_TREE_ARGUMENTS = ['hash-object', '-t', 'tree', '--no-filters', '/dev/null'];

/** Asks whether this is a repository at all, whether it is one without an index, and where in it this is. */
export const OPEN_ARGUMENTS = ['rev-parse', '--is-bare-repository', '--show-prefix'];

// The log has no such sister, so everything that can be configured is said.
const LOG = [
  '--format=medium',
  '--date=iso-strict',
  '--encoding=UTF-8',
  '--no-color',
  '--no-abbrev-commit',
  '--abbrev=12', // Of the parents of a merge: enough to ask for them.
  '--no-decorate',
  '--no-notes',
  '--no-mailmap',
  '--no-show-signature',
  '--no-patch',
  '--no-follow',
  '--no-ext-diff',
  '--no-textconv',
];

/** Asks for the newest commits that lead to this one. */
export function logArguments(commit: string, path: string, maxEntries: number): string[] {
  return ['log', ...LOG, `--max-count=${maxEntries}`, '--end-of-options', commit, ...pathspec(path)];
}

/** Asks for branches and tags, those that have changed last first. */
export const REVISIONS_ARGUMENTS = [
  'for-each-ref',
  '--count=1000',
  '--sort=-creatordate',
  '--format=%(refname:lstrip=2)',
  'refs/heads',
  'refs/tags',
  'refs/remotes',
];

function pathspec(path: string): string[] {
  return path === '' ? [] : ['--', `./${path}`];
}
