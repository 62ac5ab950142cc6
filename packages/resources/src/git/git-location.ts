import { posix } from 'node:path';
import { GitRefusal } from './git-command.js';

/** The parsed form of a `git:` URI. Revisions are unresolved, and an empty `path` means everything. */
export type GitLocation =
  | { readonly kind: 'file'; readonly revision: string; readonly path: string }
  | { readonly kind: 'log'; readonly revision: string; readonly path: string }
  | { readonly kind: 'diff'; readonly from: string; readonly to: string; readonly path: string }
  | { readonly kind: 'staged'; readonly path: string };

/** The maximum length of a URI. The system limits the length of arguments, and git that of paths. */
export const MAX_URI_LENGTH = 8192;

// The characters of a path (RFC 3986) that normalisation does not change: no encoded dots.
const CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/-]|%(?!2e)[\da-f]{2})+$/i;
const SHAPE = /^git:\/(file|diff|log)\/([^/]+)((?:\/[^/]+)*)$/;

// Names of branches and tags, ids of commits, and steps back from them; no other syntax of git.
const REVISION = /^[\p{L}\p{N}_](?!.*\.\.)[\p{L}\p{M}\p{N}_./+#@=,-]{0,199}(?:[~^]\d{0,5}){0,9}$/u;

/**
 * Parses a `git:` URI, without accessing a repository.
 * @throws {GitRefusal} if it is not such a URI, is longer than `maxLength`, or contains anything else
 */
export function gitLocation(uri: string, maxLength = MAX_URI_LENGTH): GitLocation {
  if (uri.length > maxLength) throw new GitRefusal(`It is longer than ${maxLength} characters`);
  const [, kind, point = '', steps = ''] = SHAPE.exec(uri) ?? [];
  if (kind === undefined || !CHARACTERS.test(uri)) throw new GitRefusal('It is not a URI of a file, a diff or a log');
  const path = pathOf(steps);
  if (kind === 'diff') return diffLocation(point, path);
  return { kind: kind === 'file' ? kind : 'log', revision: revisionOf(point), path };
}

/** The canonical URI of a location; `gitLocation` accepts others too. */
export function gitUri(location: GitLocation): string {
  const path = location.path === '' ? '' : `/${location.path.split('/').map(encodePart).join('/')}`;
  switch (location.kind) {
    case 'staged':
      return `git:/diff/staged${path}`;
    case 'diff':
      return `git:/diff/${encodePart(location.from)}..${encodePart(location.to)}${path}`;
    default:
      return `git:/${location.kind}/${encodePart(location.revision)}${path}`;
  }
}

/** The display name of a location. */
export function gitName(location: GitLocation): string {
  const { kind, path } = location;
  if (kind === 'file') return posix.basename(path);
  const revision = kind === 'log' ? location.revision : '';
  const range = kind === 'diff' ? `${location.from}..${location.to}` : revision;
  return [kind, range, path].filter(Boolean).join(' ');
}

/** Whether a URI can name this revision. */
export function isRevision(revision: string): boolean {
  return REVISION.test(revision);
}

/** Whether a URI can name the file at this path: git can store paths that are not valid text. */
export function isPath(path: string): boolean {
  return path.split('/').every(isStep) && encodePart(path).length < MAX_URI_LENGTH / 2;
}

function diffLocation(range: string, path: string): GitLocation {
  if (range === 'staged') return { kind: 'staged', path };
  const [from = '', to = '', ...more] = range.split('..');
  if (more.length > 0) throw new GitRefusal('Its range has more than two ends');
  return { kind: 'diff', from: revisionOf(from), to: revisionOf(to), path };
}

function revisionOf(encodedRevision: string): string {
  const revision = decodePart(encodedRevision);
  if (!isRevision(revision)) throw new GitRefusal('Its revision is not a name of a branch, tag or commit');
  return revision;
}

function pathOf(encodedSteps: string): string {
  const steps = encodedSteps.split('/').slice(1).map(decodePart);
  if (!steps.every((step) => isStep(step) && !step.includes('/'))) throw new GitRefusal('Its path is disguised');
  return steps.join('/');
}

// The replacement character for invalid bytes does not lead back to them.
function isStep(step: string): boolean {
  return step !== '' && step !== '.' && step !== '..' && !/[\p{Cc}\uFFFD]/u.test(step);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new GitRefusal('It does not encode text', { cause });
  }
}

/** Encodes only the characters that RFC 3986 requires to be encoded. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
