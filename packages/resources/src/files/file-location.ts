import { NotFoundError } from '@cuecard/core';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The paths that a `file:` URI or a relative path may mean, those of the first root first. Nothing is looked at yet.
 * @throws {NotFoundError} for what tries to hide where it leads
 */
export function candidatePaths(location: string, roots: Iterable<string>): string[] {
  try {
    if (location.split(/[\\/]/).includes('..')) throw new Error('It climbs');
    const path = /^file:/i.test(location) ? pathOfUri(location) : location;
    if (path.includes('\0')) throw new Error('It holds a NUL');
    return isAbsolute(path) ? [path] : [...roots].map((root) => join(root, path));
  } catch (cause) {
    throw new NotFoundError('resource', location, { cause });
  }
}

// What the URL parser would undo, drop or turn into something else without a word: encoded dots and separators,
// backslashes, control characters, a query and a fragment.
const DISGUISE = /%2e|%2f|[\\?#\p{Cc}]/iu;

function pathOfUri(uri: string): string {
  if (DISGUISE.test(uri)) throw new Error('Its path is disguised');
  const url = new URL(uri);
  if (url.host !== '') throw new Error('It is on another host');
  return fileURLToPath(url);
}
