import type { Dirent } from 'node:fs';
import { access, constants, open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Roots } from './roots.js';

/** Folders that are large, and whose files nobody asks for by looking around. */
const SKIPPED = new Set(['.git', 'node_modules']);

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

/** The `file:` URIs of the regular files in and below a folder that is given by its real path, in their order. */
export async function* filesBelow(folder: string, signal?: AbortSignal): AsyncGenerator<string> {
  for (const { entry, path, uri } of await entriesOf(folder)) {
    signal?.throwIfAborted();
    if (entry.isDirectory()) yield* filesBelow(path, signal);
    else if (entry.isFile()) yield uri;
  }
}

async function entriesOf(folder: string): Promise<FolderEntry[]> {
  try {
    const kept = (await readFolder(folder)).filter(({ name }) => !SKIPPED.has(name));
    return kept.map((entry) => folderEntry(folder, entry)).toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
  } catch {
    return []; // A folder that may not be read, or that is gone, shows nothing.
  }
}

// The folder may have been exchanged for a link since it was found. Linux says where what is open is, and reads that.
async function readFolder(folder: string): Promise<Dirent[]> {
  if (process.platform !== 'linux') return readdir(folder, { withFileTypes: true });
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const held = `/proc/self/fd/${handle.fd}`;
    return (await readlink(held)) === folder ? await readdir(held, { withFileTypes: true }) : [];
  } finally {
    await handle.close();
  }
}

interface FolderEntry {
  readonly entry: Dirent;
  readonly path: string;
  readonly uri: string;
}

// The URI of a folder ends with a slash, so that folders sort as the files in them do.
function folderEntry(folder: string, entry: Dirent): FolderEntry {
  const path = join(folder, entry.name);
  return { entry, path, uri: pathToFileURL(entry.isDirectory() ? `${path}/` : path).href };
}
