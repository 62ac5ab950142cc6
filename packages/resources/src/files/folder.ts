import type { Dirent } from 'node:fs';
import { access, constants, open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { FileUris } from './file-uris.js';
import type { FolderRules } from './folder-rules.js';
import type { Roots } from './roots.js';
import type { ListedResource, ResourceContents } from '@cuecard/core';
import { tooLarge } from '../contents.js';

/** Folders that lists always skip. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** A file or folder. The path and URI of a folder end with a slash, so that folders sort like the files in them. */
export interface FolderEntry {
  readonly path: string;
  readonly uri: string;
}

/** A folder to read. */
export interface Folder extends FolderEntry {
  readonly rules: FolderRules;
}

/** The options of a walk. */
export interface Search {
  readonly uris: FileUris;
  /** Whether to return a file, or to read a folder. */
  readonly includes: (place: FolderEntry) => boolean;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether to return folders, too.
   * @default false
   */
  readonly withFolders?: boolean;
}

/** The location of a folder, by its real path. */
function folderPlace(folder: string, uris: FileUris): FolderEntry {
  const uri = uris.uriOf(folder);
  return { path: join(folder, '/'), uri: uri.endsWith('/') ? uri : `${uri}/` };
}

export function isFolder({ uri }: FolderEntry): boolean {
  return uri.endsWith('/');
}

/**
 * The folder at a path, by its real path.
 * @throws {Error} with the reason, if it may not be listed
 */
export async function openFolder(path: string, roots: Roots): Promise<Folder> {
  const real = await realpath(path);
  const rules = await roots.rulesIn(real);
  if (!(await stat(real)).isDirectory()) throw new Error(`${real} is not a folder`);
  await access(real, constants.R_OK);
  return { ...folderPlace(real, roots.uris), rules };
}

/** The included regular files in and below a folder, in the order of their URIs. */
export async function* filesBelow(folder: Folder, search: Search): AsyncGenerator<FolderEntry> {
  for await (const place of childrenOf(folder, search)) {
    const isInner = 'rules' in place;
    if (!isInner || search.withFolders === true) yield place;
    if (isInner) yield* filesBelow(place, search);
  }
}

/** The regular files and the folders in a folder, in the order of their URIs. */
async function* childrenOf(folder: Folder, search: Search): AsyncGenerator<FolderEntry | Folder> {
  for (const place of await entriesIn(folder, search)) {
    search.signal?.throwIfAborted();
    const rules = isFolder(place) ? await folder.rules.enter(basename(place.path)) : undefined;
    if (rules !== undefined) yield { ...place, rules };
    else if (!isFolder(place)) yield place;
  }
}

async function entriesIn(folder: Folder, { uris, includes }: Search): Promise<FolderEntry[]> {
  try {
    const kept = (await readFolder(folder.path)).filter((entry) => isServed(entry, folder.rules));
    const places = kept.map((entry) => placeOf(folder, entry, uris));
    return places.filter(includes).toSorted((one, other) => (one.uri < other.uri ? -1 : 1));
  } catch {
    return []; // An unreadable or deleted folder is empty.
  }
}

function isServed(entry: Dirent, rules: FolderRules): boolean {
  if (SKIPPED.has(entry.name.toLowerCase())) return false;
  return entry.isDirectory() || (entry.isFile() && !rules.hides(entry.name, false));
}

// Names that need no encoding, the common case: folders can be large, and building a URI is slow.
const PLAIN = /^[\w.-]+$/;

function placeOf(folder: FolderEntry, entry: Dirent, uris: FileUris): FolderEntry {
  const path = folder.path + entry.name;
  const uri = folder.uri + (PLAIN.test(entry.name) ? entry.name : uris.encode(entry.name));
  return entry.isDirectory() ? { path: path + sep, uri: `${uri}/` } : { path, uri };
}

// The folder may have been replaced by a link since it was found. Linux reports the path of an open folder, which is
// read.
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

/** The MIME type of a folder, which the specification takes from XDG (server/resources, "Common URI schemes"). */
const FOLDER = 'inode/directory';

/** The list entry of a folder. */
export function aboutFolder(
  { path, uri }: { readonly path: string; readonly uri: string },
  roots: Roots,
): ListedResource {
  const name = roots.nameOf(path.endsWith(sep) ? path.slice(0, -sep.length) : path);
  return { uri, name: name === '' ? uri : name, mimeType: FOLDER };
}

/**
 * The contents of a folder: the URIs of its files and folders, one a line.
 * @throws {RequestError} if they are longer than `maxBytes`
 */
export async function contentsOfFolder(folder: Folder, search: Search, maxBytes: number): Promise<ResourceContents> {
  const uris: string[] = [];
  let bytes = 0;
  for await (const { uri } of childrenOf(folder, search)) {
    bytes += Buffer.byteLength(uri) + 1;
    if (bytes > maxBytes + 1) throw tooLarge(folder.uri, basename(folder.path), maxBytes);
    uris.push(uri);
  }
  return { uri: folder.uri, mimeType: FOLDER, text: uris.join('\n') };
}

/** Maps items in order, while the next few are already in progress. */
export async function* mapWithLookahead<From, To>(
  things: AsyncIterable<From>,
  make: (thing: From) => Promise<To>,
  maxInFlight: number,
): AsyncGenerator<To> {
  const inFlight: Promise<To>[] = [];
  for await (const thing of things) {
    if (inFlight.push(make(thing)) >= maxInFlight) yield* inFlight.splice(0, 1);
  }
  yield* inFlight;
}
