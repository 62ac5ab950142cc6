import type { GitFile } from './git-file.js';
import { type GitLocation, gitLocation, gitUri } from './git-location.js';
import { GitRefusal } from './git-refusal.js';

/** What a URI can be completed from. */
export interface GitNames {
  revisions(): Promise<string[]>;
  /** @throws {GitRefusal} for a revision that is not there */
  files(revision: string): Promise<GitFile[]>;
}

/** The URIs that begin with what was typed, sorted; those of revisions are steps on the way to a file's. */
export async function gitCompletions(prefix: string, names: GitNames): Promise<string[]> {
  const base = /^(git:\/[a-z]+\/[^/]+)\//.exec(prefix)?.[1];
  const uris = base === undefined ? await ofRevisions(prefix, names) : await ofFiles(base, names);
  return uris.filter((uri) => uri.startsWith(prefix)).toSorted();
}

async function ofRevisions(prefix: string, names: GitNames): Promise<string[]> {
  const revisions = new Set(['HEAD', ...(await names.revisions())]);
  const from = /^git:\/diff\/([^/]+?)\.\./.exec(prefix)?.[1];
  return ['git:/diff/staged', ...[...revisions].flatMap((revision) => ofRevision(revision, from))];
}

function ofRevision(revision: string, from: string | undefined): string[] {
  const log = gitUri({ kind: 'log', revision, path: '' });
  const name = log.slice('git:/log/'.length);
  return [from === undefined ? `git:/diff/${name}..HEAD` : `git:/diff/${from}..${name}`, `git:/file/${name}/`, log];
}

async function ofFiles(base: string, names: GitNames): Promise<string[]> {
  try {
    const location = gitLocation(base);
    const files = await names.files(revisionOf(location));
    return files.map(({ path }) => `${base}${gitUri({ kind: 'staged', path }).slice('git:/diff/staged'.length)}`);
  } catch (error) {
    if (error instanceof GitRefusal) return []; // Nothing is there yet to complete.
    throw error;
  }
}

/** Whose files have the paths that a location can have. */
function revisionOf(location: GitLocation): string {
  if (location.kind === 'staged') return 'HEAD';
  return location.kind === 'diff' ? location.to : location.revision;
}
