import type { Dirent } from 'node:fs';
import { access, constants, open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Roots } from './roots.js';

/** Folders that are large, and whose files nobody asks for by looking around. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** A file or folder. A folder's path and URI end with a slash, so that folders sort as the files in them do. */
export interface Place {
  readonly path: string;
  readonly uri: string;
}

/** What to walk through: whether a file is wanted, or what a folder holds; the latter is not read otherwise. */
export type Wanted = (place: Place) => boolean;

/** The place of a folder that is given by its real path. */
export function folderPlace(folder: string): Place {
  const path = join(folder, '/');
  return { path, uri: pathToFileURL(path).href };
}

export function isFolder({ uri }: Place): boolean {
  return uri.endsWith('/');
}

/**
 * The real path of a folder.
 * @throws {Error} that says why it may not be listed
 */
export async function realFolder(path: string, roots: Roots): Promise<string> {
  const real = await realpath(path);
  roots.check(real);
  if (!(await stat(real)).isDirectory()) throw new Error(`${real} is no folder`);
  await access(real, constants.R_OK);
  return real;
}

/** The regular files that are wanted in and below a folder that is given by its real path, in the order of their URIs. */
export async function* filesBelow(folder: Place, wanted: Wanted, signal?: AbortSignal): AsyncGenerator<Place> {
  for (const place of await placesIn(folder, wanted)) {
    signal?.throwIfAborted();
    if (isFolder(place)) yield* filesBelow(place, wanted, signal);
    else yield place;
  }
}

async function placesIn(folder: Place, wanted: Wanted): Promise<Place[]> {
  try {
    const kept = (await readFolder(folder.path)).filter(isServed).map((entry) => placeOf(folder, entry));
    return kept.filter(wanted).toSorted((one, other) => (one.uri < other.uri ? -1 : 1));
  } catch {
    return []; // A folder that may not be read, or that is gone, shows nothing.
  }
}

function isServed(entry: Dirent): boolean {
  return (entry.isFile() || entry.isDirectory()) && !SKIPPED.has(entry.name.toLowerCase());
}

// Names that are the same in a URI, as most are: folders can be large, and to make a URI takes long.
const PLAIN = /^[\w.-]+$/;

function placeOf(folder: Place, entry: Dirent): Place {
  const path = folder.path + entry.name;
  const uri = PLAIN.test(entry.name) ? folder.uri + entry.name : pathToFileURL(path).href;
  return entry.isDirectory() ? { path: path + sep, uri: `${uri}/` } : { path, uri };
}

// The folder may have been exchanged for a link since it was found. Linux says where what is open is, and reads that.
async function readFolder(folder: string): Promise<Dirent[]> {
  if (process.platform !== 'linux') return readdir(folder, { withFileTypes: true });
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const held = `/proc/self/fd/${handle.fd}`;
    return (await readlink(held)) === resolve(folder) ? await readdir(held, { withFileTypes: true }) : [];
  } finally {
    await handle.close();
  }
}
