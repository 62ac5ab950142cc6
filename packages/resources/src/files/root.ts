import { realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { uriPrefixes } from './uri-prefix.js';

/** A served folder. */
export interface Root {
  /** Its real path. */
  readonly folder: string;
  /** The prefix of its files' URIs, ending with a slash. */
  readonly uri: string;
  /** Its display name. */
  readonly name: string;
}

/**
 * The roots by `file:` URIs of their real paths, each once.
 * @throws {TypeError} if a root is not a folder
 */
export function rootsByPath(folders: readonly string[]): readonly Root[] {
  return [...new Set(folders.map(realFolder))].map((folder) => ({
    folder,
    uri: pathToFileURL(join(folder, '/')).href,
    name: basename(folder) || folder,
  }));
}

/**
 * The roots with the application's URI prefixes.
 * @throws {TypeError} if a root is not a folder, lies within another, or has a prefix that does not fit
 */
export function rootsByPrefix(folders: readonly string[], as: string | readonly string[]): readonly Root[] {
  const prefixes = uriPrefixes(as, folders.length);
  const roots = folders.map((folder, index) => {
    const uri = prefixes[index] ?? '';
    return { folder: realFolder(folder), uri, name: uri.split(/[:/]+/).findLast((step) => step !== '') ?? uri };
  });
  for (const [index, root] of roots.entries()) checkApart(roots.toSpliced(index, 1), root);
  return roots;
}

/** The segments from one real path to another below it; nothing if it is not below. */
export function stepsBelow(folder: string, path: string): readonly string[] | undefined {
  const step = relative(folder, path);
  const isOutside = step === '..' || step.startsWith(`..${sep}`) || isAbsolute(step);
  return isOutside ? undefined : step.split(sep).filter((name) => name !== '');
}

// A file below both would have two URIs, and could be returned under the wrong one.
function checkApart(others: readonly Root[], { folder }: Root): void {
  const outer = others.find((other) => stepsBelow(other.folder, folder) !== undefined);
  if (outer === undefined) return;
  const remedy = 'With `as`, leave one of them out, or create a FileResources for each';
  throw new TypeError(`FileResources: the root ${folder} lies within the root ${outer.folder}. ${remedy}.`);
}

function realFolder(folder: string): string {
  try {
    const path = realpathSync(folder);
    if (statSync(path).isDirectory()) return path;
    throw new TypeError('It is not a folder');
  } catch (cause) {
    const remedy = 'Give FileResources folders that exist';
    throw new TypeError(`The root ${resolve(folder)} cannot be served. ${remedy}.`, { cause });
  }
}
