import { posix } from 'node:path';
import { GitRefusal } from './git-command.js';

/** The parsed form of a `git:` URI. Revisions are unresolved, and an empty `path` stands for all files. */
export type GitLocation =
  | { readonly kind: 'file'; readonly revision: string; readonly path: string }
  | { readonly kind: 'log'; readonly revision: string; readonly path: string }
  | { readonly kind: 'diff'; readonly from: string; readonly to: string; readonly path: string }
  | { readonly kind: 'staged'; readonly path: string };

/** The maximum length of a URI, because systems limit the length of arguments, and git limits the length of paths. */
export const MAX_URI_LENGTH = 8192;

// The characters of a path (RFC 3986) that URL normalisation does not change. Encoded dots are not among them.
const PATH_CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/-]|%(?!2e)[\da-f]{2})+$/i;
const GIT_URI = /^git:\/(file|diff|log)\/([^/]+)((?:\/[^/]+)*)$/;

// Matches branch names, tag names and commit ids, with suffixes such as `~3` and `^2`. Rejects other git syntax.
const REVISION = /^[\p{L}\p{N}_](?!.*\.\.)[\p{L}\p{M}\p{N}_./+#@=,-]{0,199}(?:[~^]\d{0,5}){0,9}$/u;

/**
 * Parses a `git:` URI, without accessing a repository.
 * @throws {GitRefusal} if the URI is invalid or longer than `maxLength`
 */
export function parseGitUri(uri: string, maxLength = MAX_URI_LENGTH): GitLocation {
  if (uri.length > maxLength) throw new GitRefusal(`The URI is longer than ${maxLength} characters`);
  const [, kind, revisions = '', encodedPath = ''] = GIT_URI.exec(uri) ?? [];
  if (kind === undefined || !PATH_CHARACTERS.test(uri))
    throw new GitRefusal('The URI is not a valid git:/file, git:/diff or git:/log URI');
  const path = parsePath(encodedPath);
  if (kind === 'diff') return parseDiff(revisions, path);
  return { kind: kind === 'file' ? kind : 'log', revision: parseRevision(revisions), path };
}

/** Formats the canonical URI of a location. `parseGitUri` also accepts other spellings. */
export function gitUri(location: GitLocation): string {
  const path = location.path === '' ? '' : `/${location.path.split('/').map(encodeSegment).join('/')}`;
  switch (location.kind) {
    case 'staged':
      return `git:/diff/staged${path}`;
    case 'diff':
      return `git:/diff/${encodeSegment(location.from)}..${encodeSegment(location.to)}${path}`;
    default:
      return `git:/${location.kind}/${encodeSegment(location.revision)}${path}`;
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

/** Whether a URI can name the file at this path. Git can store paths that are not valid UTF-8. */
export function isPath(path: string): boolean {
  return path.split('/').every(isSegment) && encodeSegment(path).length < MAX_URI_LENGTH / 2;
}

function parseDiff(range: string, path: string): GitLocation {
  if (range === 'staged') return { kind: 'staged', path };
  const [from = '', to = '', ...rest] = range.split('..');
  if (rest.length > 0) throw new GitRefusal('The range has more than two revisions');
  return { kind: 'diff', from: parseRevision(from), to: parseRevision(to), path };
}

function parseRevision(encodedRevision: string): string {
  const revision = decodeSegment(encodedRevision);
  if (!isRevision(revision)) throw new GitRefusal('The revision is not a valid name of a branch, tag or commit');
  return revision;
}

function parsePath(encodedPath: string): string {
  const segments = encodedPath.split('/').slice(1).map(decodeSegment);
  if (!segments.every((segment) => isSegment(segment) && !segment.includes('/')))
    throw new GitRefusal('The path has an invalid segment, such as ".." or an empty one');
  return segments.join('/');
}

// Rejects the replacement character, because it stands for invalid bytes that are unknown.
function isSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/[\p{Cc}\uFFFD]/u.test(segment);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new GitRefusal('The URI contains invalid percent-encoding', { cause });
  }
}

/** Encodes only the characters that RFC 3986 requires to be encoded. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
