import type { ListedResource, ResourceContents } from '@cuecard/core';
import { basename, sep } from 'node:path';
import { tooLarge } from '../contents.js';
import { childrenOf, type Folder, type Search } from './folder.js';
import type { Roots } from './roots.js';

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
