import type { Dirent } from 'node:fs';
import { access, constants, open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { FileUris } from './file-uris.js';
import type { FolderRules } from './folder-rules.js';
import type { Roots } from './roots.js';
import type { ListedResource, ResourceContents } from '@cuecard/core';
import { tooLargeError } from '../contents.js';

/** The names of folders that lists always skip. */
const SKIPPED_NAMES = new Set(['.git', 'node_modules']);

/** A file or folder. The path and URI of a folder end with a slash, so that the folder sorts like the files in it. */
export interface FolderEntry {
  readonly path: string;
  readonly uri: string;
}

/** A folder whose contents can be listed. */
export interface Folder extends FolderEntry {
  readonly rules: FolderRules;
}

/** The options of a walk. */
export interface WalkOptions {
  readonly uris: FileUris;
  /** Whether to return this file, or to search this folder. */
  readonly includes: (entry: FolderEntry) => boolean;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether to return folders as well as files.
   * @default false
   */
  readonly withFolders?: boolean;
}

/** Returns the entry of the folder at a real path. */
function toFolderEntry(folder: string, uris: FileUris): FolderEntry {
  const uri = uris.uriOf(folder);
  return { path: join(folder, '/'), uri: uri.endsWith('/') ? uri : `${uri}/` };
}

export function isFolder({ uri }: FolderEntry): boolean {
  return uri.endsWith('/');
}

/**
 * Opens the folder at a path. The path of the returned folder is the real path, without links.
 * @throws {Error} with the reason, if listing the folder is not allowed
 */
export async function openFolder(path: string, roots: Roots): Promise<Folder> {
  const realFolder = await realpath(path);
  const rules = await roots.rulesIn(realFolder);
  if (!(await stat(realFolder)).isDirectory()) throw new Error(`${realFolder} is not a folder`);
  await access(realFolder, constants.R_OK);
  return { ...toFolderEntry(realFolder, roots.uris), rules };
}

/** Yields the included regular files in and below a folder, in the order of their URIs. */
export async function* filesBelow(folder: Folder, search: WalkOptions): AsyncGenerator<FolderEntry> {
  for await (const entry of childrenOf(folder, search)) {
    const isSubfolder = 'rules' in entry;
    if (!isSubfolder || search.withFolders === true) yield entry;
    if (isSubfolder) yield* filesBelow(entry, search);
  }
}

/** Yields the regular files and the folders directly in a folder, in the order of their URIs. */
async function* childrenOf(folder: Folder, search: WalkOptions): AsyncGenerator<FolderEntry | Folder> {
  for (const entry of await entriesIn(folder, search)) {
    search.signal?.throwIfAborted();
    const rules = isFolder(entry) ? await folder.rules.enter(basename(entry.path)) : undefined;
    if (rules !== undefined) yield { ...entry, rules };
    else if (!isFolder(entry)) yield entry;
  }
}

async function entriesIn(folder: Folder, { uris, includes }: WalkOptions): Promise<FolderEntry[]> {
  try {
    const dirents = (await readFolder(folder.path)).filter((dirent) => isServed(dirent, folder.rules));
    const entries = dirents.map((dirent) => toEntry(folder, dirent, uris));
    return entries.filter(includes).toSorted((first, second) => (first.uri < second.uri ? -1 : 1));
  } catch {
    return []; // Treats an unreadable or deleted folder as empty.
  }
}

function isServed(dirent: Dirent, rules: FolderRules): boolean {
  if (SKIPPED_NAMES.has(dirent.name.toLowerCase())) return false;
  return dirent.isDirectory() || (dirent.isFile() && !rules.hides(dirent.name, false));
}

// Matches names that need no encoding. Most names match, and building a URI for each would be too slow in large
// folders.
const UNENCODED_NAME = /^[\w.-]+$/;

function toEntry(folder: FolderEntry, dirent: Dirent, uris: FileUris): FolderEntry {
  const path = folder.path + dirent.name;
  const uri = folder.uri + (UNENCODED_NAME.test(dirent.name) ? dirent.name : uris.encode(dirent.name));
  return dirent.isDirectory() ? { path: path + sep, uri: `${uri}/` } : { path, uri };
}

// On Linux, opens the folder and verifies the real path of the open folder, because a link may have replaced the folder
// at the path.
async function readFolder(folder: string): Promise<Dirent[]> {
  if (process.platform !== 'linux') return readdir(folder, { withFileTypes: true });
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const openPath = `/proc/self/fd/${handle.fd}`;
    return (await readlink(openPath)) === resolve(folder) ? await readdir(openPath, { withFileTypes: true }) : [];
  } finally {
    await handle.close();
  }
}

/** The MIME type of a folder (server/resources, "Common URI schemes"). */
const FOLDER_MIME_TYPE = 'inode/directory';

/** Returns the list entry of a folder. */
export function describeFolder(
  { path, uri }: { readonly path: string; readonly uri: string },
  roots: Roots,
): ListedResource {
  const name = roots.nameOf(path.endsWith(sep) ? path.slice(0, -sep.length) : path);
  return { uri, name: name === '' ? uri : name, mimeType: FOLDER_MIME_TYPE };
}

/**
 * Returns the contents of a folder: the URIs of its files and folders, one per line.
 * @throws {RequestError} if they are longer than `maxBytes`
 */
export async function contentsOfFolder(
  folder: Folder,
  search: WalkOptions,
  maxBytes: number,
): Promise<ResourceContents> {
  const uris: string[] = [];
  let bytes = 0;
  for await (const { uri } of childrenOf(folder, search)) {
    bytes += Buffer.byteLength(uri) + 1;
    if (bytes > maxBytes + 1) throw tooLargeError(folder.uri, basename(folder.path), maxBytes);
    uris.push(uri);
  }
  return { uri: folder.uri, mimeType: FOLDER_MIME_TYPE, text: uris.join('\n') };
}

/** Maps items in order. Starts the next few items before the current one has finished. */
export async function* mapWithLookahead<From, To>(
  items: AsyncIterable<From>,
  map: (item: From) => Promise<To>,
  maxInFlight: number,
): AsyncGenerator<To> {
  const inFlight: Promise<To>[] = [];
  for await (const item of items) {
    if (inFlight.push(map(item)) >= maxInFlight) yield* inFlight.splice(0, 1);
  }
  yield* inFlight;
}
