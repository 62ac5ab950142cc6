import type { ResourceTemplate } from '@cuecard/core';
import type { GitFile } from './git-revisions.js';
import { type GitLocation, parseGitUri, gitUri } from './git-location.js';
import { GitRefusal } from './git-command.js';

/** The RFC 6570 templates. Before expansion, a path is encoded except for its slashes. */
export const GIT_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'git:/file/{revision}/{+path}',
    name: 'file',
    title: 'File at a revision',
    description: 'A file as it was at a branch, a tag or a commit.',
  },
  {
    uriTemplate: 'git:/diff/{from}..{to}',
    name: 'diff',
    title: 'Diff between revisions',
    description: 'The changes from one branch, tag or commit to another.',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'git:/diff/{from}..{to}/{+path}',
    name: 'path-diff',
    title: 'Diff of a file or folder',
    description: 'The changes in a file or folder from one branch, tag or commit to another.',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'git:/diff/staged',
    name: 'staged',
    title: 'Staged change',
    description: 'The changes that the next commit would contain.',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'git:/diff/staged/{+path}',
    name: 'path-staged',
    title: 'Staged change of a file or folder',
    description: 'The changes in a file or folder that the next commit would contain.',
    mimeType: 'text/x-diff',
  },
  {
    uriTemplate: 'git:/log/{revision}',
    name: 'log',
    title: 'Log',
    description: 'The newest commits that are reachable from a branch, a tag or a commit.',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'git:/log/{revision}/{+path}',
    name: 'path-log',
    title: 'Log of a file or folder',
    description: 'The newest commits of a branch, a tag or a commit that change a file or folder.',
    mimeType: 'text/plain',
  },
];

/** The sources of completions. */
interface GitNames {
  revisions(): Promise<string[]>;
  /** @throws {GitRefusal} if the revision does not exist */
  files(revision: string): Promise<GitFile[]>;
}

/**
 * Returns the sorted URIs that start with the typed text. The user can continue typing from the URI of a revision to
 * the URI of a file.
 */
export async function gitCompletions(prefix: string, names: GitNames): Promise<string[]> {
  const base = /^(git:\/[a-z]+\/[^/]+)\//.exec(prefix)?.[1];
  const uris = base === undefined ? await revisionUris(prefix, names) : await fileUris(base, names);
  return uris.filter((uri) => uri.startsWith(prefix)).toSorted();
}

async function revisionUris(prefix: string, names: GitNames): Promise<string[]> {
  const revisions = new Set(['HEAD', ...(await names.revisions())]);
  const from = /^git:\/diff\/([^/]+?)\.\./.exec(prefix)?.[1];
  return ['git:/diff/staged', ...[...revisions].flatMap((revision) => createRevisionUris(revision, from))];
}

function createRevisionUris(revision: string, from: string | undefined): string[] {
  const log = gitUri({ kind: 'log', revision, path: '' });
  const name = log.slice('git:/log/'.length);
  return [from === undefined ? `git:/diff/${name}..HEAD` : `git:/diff/${from}..${name}`, `git:/file/${name}/`, log];
}

async function fileUris(base: string, names: GitNames): Promise<string[]> {
  try {
    const location = parseGitUri(base);
    const files = await names.files(revisionWithPaths(location));
    return files.map(({ path }) => `${base}${gitUri({ kind: 'staged', path }).slice('git:/diff/staged'.length)}`);
  } catch (error) {
    if (error instanceof GitRefusal) return []; // The typed text cannot be completed yet.
    throw error;
  }
}

/** Returns the revision whose files complete the path of a location. */
function revisionWithPaths(location: GitLocation): string {
  if (location.kind === 'staged') return 'HEAD';
  return location.kind === 'diff' ? location.to : location.revision;
}
