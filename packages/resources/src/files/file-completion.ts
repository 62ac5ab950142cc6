import { sep } from 'node:path';
import { listFiles } from './file-walk.js';
import { type Folder, isFolder, type FolderEntry, type WalkOptions } from './folder.js';

/** The folders to search, and the form of completions: URIs or relative paths. */
interface Notation {
  readonly folders: readonly Folder[];
  readonly format: (entry: FolderEntry) => string;
  /** The common start of all URIs in the folders. Sorting ignores this start, because it does not affect the order. */
  readonly base: string;
}

/** The maximum number of completions. Clients receive at most 100; one more completion shows that more exist. */
const MAX_COMPLETED = 101;

/**
 * Returns the files that start with the typed text, sorted like a list: as URIs if the text starts like a URI,
 * otherwise as paths from a root. Compares the text with the names of existing files, and never opens a typed path.
 */
export async function completions(typed: string, roots: readonly Folder[], search: WalkOptions): Promise<string[]> {
  const isUri = search.uris.isUri(typed);
  const notations = isUri ? [asUris(roots)] : roots.map(asPaths);
  const encoded = isUri ? search.uris.encodeTyped(typed) : typed;
  const matches = await Promise.all(notations.map((notation) => findMatches(encoded, notation, search)));
  const merged = new Map(matches.flat().toSorted(([first], [second]) => (first < second ? -1 : 1)));
  return [...merged.values()].slice(0, MAX_COMPLETED);
}

function asUris(folders: readonly Folder[]): Notation {
  return { folders, format: ({ uri }) => uri, base: '' };
}

function asPaths(root: Folder): Notation {
  const format = (entry: FolderEntry) => entry.path.slice(root.path.length).replaceAll(sep, '/');
  return { folders: [root], format, base: root.uri };
}

type Match = [order: string, written: string];

async function findMatches(typed: string, { folders, format, base }: Notation, search: WalkOptions): Promise<Match[]> {
  const matches: Match[] = [];
  const includes = (entry: FolderEntry) => {
    const text = format(entry);
    return search.includes(entry) && (text.startsWith(typed) || (isFolder(entry) && typed.startsWith(text)));
  };
  for await (const entry of listFiles(folders, { ...search, includes })) {
    matches.push([entry.uri.slice(base.length), format(entry)]);
    if (matches.length === MAX_COMPLETED) break;
  }
  return matches;
}
