import { sep } from 'node:path';
import { filesOf } from './file-walk.js';
import { type Folder, isFolder, type FolderEntry, type Search } from './folder.js';

/** The form of the completions, and the folder to search. */
interface Notation {
  readonly folders: readonly Folder[];
  readonly write: (place: FolderEntry) => string;
  /** The start of the URIs up to where they begin to differ in order. */
  readonly base: string;
}

/** One more than clients get, so that they learn that there are more. */
const MAX_COMPLETED = 101;

/**
 * The possible continuations, in the order of the list: URIs if one was started, paths from a root otherwise. The typed
 * text is only compared with existing names, so it cannot lead anywhere by itself.
 */
export async function completions(typed: string, roots: readonly Folder[], search: Search): Promise<string[]> {
  const isUri = search.uris.isUri(typed);
  const notations = isUri ? [asUris(roots)] : roots.map(asPaths);
  const beginning = isUri ? search.uris.encodeTyped(typed) : typed;
  const found = await Promise.all(notations.map((notation) => matches(beginning, notation, search)));
  const merged = new Map(found.flat().toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return [...merged.values()].slice(0, MAX_COMPLETED);
}

function asUris(folders: readonly Folder[]): Notation {
  return { folders, write: ({ uri }) => uri, base: '' };
}

function asPaths(root: Folder): Notation {
  const write = (place: FolderEntry) => place.path.slice(root.path.length).replaceAll(sep, '/');
  return { folders: [root], write, base: root.uri };
}

type Match = [order: string, written: string];

async function matches(typed: string, { folders, write, base }: Notation, search: Search): Promise<Match[]> {
  const found: Match[] = [];
  const includes = (place: FolderEntry) => {
    const written = write(place);
    return search.includes(place) && (written.startsWith(typed) || (isFolder(place) && typed.startsWith(written)));
  };
  for await (const place of filesOf(folders, { ...search, includes })) {
    found.push([place.uri.slice(base.length), write(place)]);
    if (found.length === MAX_COMPLETED) break;
  }
  return found;
}
