// All git commands. Each command consists of fixed options, then commit ids, then one path that starts with `./`, so no
// part of a URI can become an option.

/** The command that prints the commit id of a revision. */
export function commitArguments(revision: string): string[] {
  return ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`];
}

/**
 * The command that prints the ids and types of branches and tags, given their full names. It omits missing branches and
 * tags.
 */
export function publishedArguments(refs: readonly string[]): string[] {
  return ['for-each-ref', '--format=%(objectname) %(objecttype) %(refname)', ...refs.map(exactPattern)];
}

// Returns a pattern that matches only this name. For a plain name, git would list everything below the name, and a
// remote can have many branches.
function exactPattern(ref: string): string {
  return ref.replace(/\w(?=\W*$)/, '[$&]');
}

/**
 * The command that prints a commit only if it is reachable from neither `HEAD` nor any branch, tag or remote branch.
 */
export function unpublishedArguments(commit: string): string[] {
  // Ignores a missing `HEAD`, because a new branch has no commit.
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

/** The command that prints the entry at a path: mode, kind, id and size. */
export function entryArguments(commit: string, path: string): string[] {
  return ['ls-tree', '-z', '-l', '--full-tree', '--end-of-options', commit, ...pathspec(path)];
}

/** The command that prints all entries below a folder. The folder '' is the top of the repository. */
export function entriesArguments(commit: string, folder: string): string[] {
  return ['ls-tree', '-r', '-z', '-l', '--full-tree', '--end-of-options', commit, ...pathspec(folder)];
}

/** The command that prints the bytes of a file by its id. */
export function blobArguments(id: string): string[] {
  return ['cat-file', '--end-of-options', 'blob', id];
}

/** The command that prints the bytes of several files, whose ids it reads from stdin. */
export const BLOBS_ARGUMENTS = ['cat-file', '--batch'];

// The options of a patch. No further options are needed, because plumbing commands ignore the user's configuration.
const PATCH = ['-r', '-p', '-M', '--abbrev=10', '--no-color', '--no-ext-diff', '--no-textconv', '--submodule=short'];

/** The command that prints the changes between two commits. */
export function diffArguments(from: string, to: string, path: string): string[] {
  return ['diff-tree', ...PATCH, '--end-of-options', from, to, ...pathspec(path)];
}

/** The command that prints the staged changes to a tree. */
export function stagedArguments(tree: string, path: string): string[] {
  return ['diff-index', '--cached', ...PATCH, '--end-of-options', tree, ...pathspec(path)];
}

/** The command that prints the id of the empty tree. */
export const EMPTY_TREE_ARGUMENTS = ['hash-object', '-t', 'tree', '--no-filters', '/dev/null'];

/**
 * The command that prints whether the repository is bare, and the path of the folder within the repository. Fails
 * outside a repository.
 */
export const OPEN_ARGUMENTS = ['rev-parse', '--is-bare-repository', '--show-prefix'];

// Options that override every `git log` setting in a configuration, because there is no plumbing command for logs.
const LOG_OPTIONS = [
  '--format=medium',
  '--date=iso-strict',
  '--encoding=UTF-8',
  '--no-color',
  '--no-abbrev-commit',
  '--abbrev=12', // The length of the parent ids that the log prints for a merge.
  '--no-decorate',
  '--no-notes',
  '--no-mailmap',
  '--no-show-signature',
  '--no-patch',
  '--no-follow',
  '--no-ext-diff',
  '--no-textconv',
];

/** The command that prints the newest commits in the history of a commit. */
export function logArguments(commit: string, path: string, maxEntries: number): string[] {
  return ['log', ...LOG_OPTIONS, `--max-count=${maxEntries}`, '--end-of-options', commit, ...pathspec(path)];
}

/** The command that prints branches and tags, the most recently changed first. */
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
