import { posix } from 'node:path';
import { GitRefusal } from './git-refusal.js';

/** What a `git:` URI asks for, in words of its own; revisions are as they were named, and `path` is '' for everything. */
export type GitLocation =
  | { readonly kind: 'file'; readonly revision: string; readonly path: string }
  | { readonly kind: 'log'; readonly revision: string; readonly path: string }
  | { readonly kind: 'diff'; readonly from: string; readonly to: string; readonly path: string }
  | { readonly kind: 'staged'; readonly path: string };

/** How long a URI may be at most. The system limits how long an argument may be, and git how long a path. */
export const MAX_URI_LENGTH = 8192;

// What RFC 3986 lets a path hold, and nothing that its normalisation would read in another way: no encoded dots.
const CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/-]|%(?!2e)[\da-f]{2})+$/i;
const SHAPE = /^git:\/(file|diff|log)\/([^/]+)((?:\/[^/]+)*)$/;

// Names of branches and tags, ids of commits, and steps back from them; nothing else that git would understand.
const REVISION = /^[\p{L}\p{N}_](?!.*\.\.)[\p{L}\p{M}\p{N}_./+#@=,-]{0,199}(?:[~^]\d{0,5}){0,9}$/u;

/**
 * Reads a `git:` URI, without looking at any repository.
 * @throws {GitRefusal} for every string that is not one, is longer than `maxLength`, or tries to be more
 */
export function gitLocation(uri: string, maxLength = MAX_URI_LENGTH): GitLocation {
  if (uri.length > maxLength) throw new GitRefusal(`It is longer than ${maxLength} characters`);
  const [, kind, point = '', steps = ''] = SHAPE.exec(uri) ?? [];
  if (kind === undefined || !CHARACTERS.test(uri)) throw new GitRefusal('It is no URI of a file, a diff or a log');
  const path = pathOf(steps);
  if (kind === 'diff') return diffLocation(point, path);
  return { kind: kind === 'file' ? kind : 'log', revision: revisionOf(point), path };
}

/** The one URI of a location that this package gives out; `gitLocation` reads others too. */
export function gitUri(location: GitLocation): string {
  const path = location.path === '' ? '' : `/${location.path.split('/').map(encoded).join('/')}`;
  switch (location.kind) {
    case 'staged':
      return `git:/diff/staged${path}`;
    case 'diff':
      return `git:/diff/${encoded(location.from)}..${encoded(location.to)}${path}`;
    default:
      return `git:/${location.kind}/${encoded(location.revision)}${path}`;
  }
}

/** What a location is called, for people. */
export function gitName(location: GitLocation): string {
  const { kind, path } = location;
  if (kind === 'file') return posix.basename(path);
  const revision = kind === 'log' ? location.revision : '';
  const range = kind === 'diff' ? `${location.from}..${location.to}` : revision;
  return [kind, range, path].filter(Boolean).join(' ');
}

/** Whether a URI can ask for this revision. */
export function isRevision(revision: string): boolean {
  return REVISION.test(revision);
}

/** Whether a URI can ask for the file at this path: not all that git can store has a name that is one. */
export function isPath(path: string): boolean {
  return path.split('/').every(isStep) && encoded(path).length < MAX_URI_LENGTH / 2;
}

function diffLocation(range: string, path: string): GitLocation {
  if (range === 'staged') return { kind: 'staged', path };
  const [from = '', to = '', ...more] = range.split('..');
  if (more.length > 0) throw new GitRefusal('Its range has more than two ends');
  return { kind: 'diff', from: revisionOf(from), to: revisionOf(to), path };
}

function revisionOf(encodedRevision: string): string {
  const revision = decoded(encodedRevision);
  if (!isRevision(revision)) throw new GitRefusal('Its revision is no name of a branch, tag or commit');
  return revision;
}

function pathOf(encodedSteps: string): string {
  const steps = encodedSteps.split('/').slice(1).map(decoded);
  if (!steps.every((step) => isStep(step) && !step.includes('/'))) throw new GitRefusal('Its path is disguised');
  return steps.join('/');
}

// A character that stands for bytes that are no text does not lead back to them.
function isStep(step: string): boolean {
  return step !== '' && step !== '.' && step !== '..' && !/[\p{Cc}\uFFFD]/u.test(step);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new GitRefusal('It does not encode text', { cause });
  }
}

/** With no more characters encoded than RFC 3986 wants. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
