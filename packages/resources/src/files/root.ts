import { realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { uriPrefixes } from './uri-prefix.js';

/** A served folder. */
export interface Root {
  /** The real path of the folder. */
  readonly folder: string;
  /** The start of the URIs of all files in the folder. Ends with a slash. */
  readonly uri: string;
  /** The display name. */
  readonly name: string;
}

/**
 * Creates roots whose URIs are the `file:` URIs of their real paths, without duplicates.
 * @throws {TypeError} if a root is not a folder
 */
export function createPathRoots(folders: readonly string[]): readonly Root[] {
  return [...new Set(folders.map(realFolder))].map((folder) => ({
    folder,
    uri: pathToFileURL(join(folder, '/')).href,
    name: basename(folder) || folder,
  }));
}

/**
 * Creates roots with the application's URI prefixes.
 * @throws {TypeError} if a root is not a folder, lies within another root, or has an invalid prefix
 */
export function createPrefixedRoots(folders: readonly string[], as: string | readonly string[]): readonly Root[] {
  const prefixes = uriPrefixes(as, folders.length);
  const roots = folders.map((folder, index) => {
    const uri = prefixes[index] ?? '';
    return { folder: realFolder(folder), uri, name: uri.split(/[:/]+/).findLast((segment) => segment !== '') ?? uri };
  });
  for (const [index, root] of roots.entries()) checkNotNested(roots.toSpliced(index, 1), root);
  return roots;
}

/** Returns the path segments from a folder to a path below it, or `undefined` if the path is not below the folder. */
export function segmentsBelow(folder: string, path: string): readonly string[] | undefined {
  const relativePath = relative(folder, path);
  const isOutside = relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath);
  return isOutside ? undefined : relativePath.split(sep).filter((name) => name !== '');
}

// Rejects nested roots: a file below two roots would have two URIs, and a list could return the wrong one.
function checkNotNested(others: readonly Root[], { folder }: Root): void {
  const parent = others.find((root) => segmentsBelow(root.folder, folder) !== undefined);
  if (parent === undefined) return;
  const remedy = 'Remove one of them, or create a separate FileResources for each';
  throw new TypeError(
    `FileResources: with \`as\`, the root ${folder} must not be inside the root ${parent.folder}. ${remedy}.`,
  );
}

function realFolder(folder: string): string {
  try {
    const path = realpathSync(folder);
    if (statSync(path).isDirectory()) return path;
    throw new TypeError('The path is not a folder');
  } catch (cause) {
    const remedy = 'Pass folders that exist';
    throw new TypeError(`FileResources cannot read the root ${resolve(folder)}. ${remedy}.`, { cause });
  }
}
