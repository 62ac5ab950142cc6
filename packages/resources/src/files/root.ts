import { realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { uriPrefixes } from './uri-prefix.js';

/** A folder that is served. */
export interface Root {
  /** Its real path. */
  readonly folder: string;
  /** What the URIs of its files begin with; it ends with a slash. */
  readonly uri: string;
  /** What it is called, for people. */
  readonly name: string;
}

/**
 * The roots by `file:` URIs of their real paths, each once.
 * @throws {TypeError} for a root that is not a folder
 */
export function rootsByPath(folders: readonly string[]): readonly Root[] {
  return [...new Set(folders.map(realFolder))].map((folder) => ({
    folder,
    uri: pathToFileURL(join(folder, '/')).href,
    name: basename(folder) || folder,
  }));
}

/**
 * The roots by URI prefixes of the application's own.
 * @throws {TypeError} for a root that is not a folder or lies within another, and for prefixes that do not fit
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

/** The steps from one real path to another, which lies below it; nothing if it does not. */
export function stepsBelow(folder: string, path: string): readonly string[] | undefined {
  const step = relative(folder, path);
  const isOutside = step === '..' || step.startsWith(`..${sep}`) || isAbsolute(step);
  return isOutside ? undefined : step.split(sep).filter((name) => name !== '');
}

// A file below both would have two URIs, of which one would be answered for the other.
function checkApart(others: readonly Root[], { folder }: Root): void {
  const outer = others.find((other) => stepsBelow(other.folder, folder) !== undefined);
  if (outer === undefined) return;
  const remedy = 'With `as`, leave one of them out, or give each a FileResources of its own';
  throw new TypeError(`FileResources: the root ${folder} lies within the root ${outer.folder}. ${remedy}.`);
}

function realFolder(folder: string): string {
  try {
    const path = realpathSync(folder);
    if (statSync(path).isDirectory()) return path;
    throw new TypeError('It is no folder');
  } catch (cause) {
    const remedy = 'Give FileResources folders that exist';
    throw new TypeError(`The root ${resolve(folder)} cannot be served. ${remedy}.`, { cause });
  }
}
