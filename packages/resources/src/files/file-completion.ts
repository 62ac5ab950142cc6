import { sep } from 'node:path';
import { filesOf } from './file-walk.js';
import { folderPlace, isFolder, type Place } from './folder.js';

/** How files are written where something was typed, and where they are looked for. */
interface Notation {
  readonly folders: readonly string[];
  readonly write: (place: Place) => string;
  /** The URI that ends where the URIs of the files begin to tell their order. */
  readonly base: string;
}

const MAX_COMPLETED = 100;

/**
 * What a person may go on to type, in the order of the list: `file:` URIs if one was begun, paths from a root otherwise.
 * What was typed is only ever compared with what is there, so it leads nowhere by itself.
 */
export async function completions(typed: string, roots: Iterable<string>, signal?: AbortSignal): Promise<string[]> {
  const notations = /^file:/i.test(typed) ? [asUris([...roots])] : Array.from(roots, asPaths);
  const found = await Promise.all(notations.map((notation) => matches(typed, notation, signal)));
  const merged = new Map(found.flat().toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return [...merged.values()].slice(0, MAX_COMPLETED);
}

function asUris(folders: readonly string[]): Notation {
  return { folders, write: ({ uri }) => uri, base: '' };
}

function asPaths(root: string): Notation {
  const { path, uri } = folderPlace(root);
  const write = (place: Place) => place.path.slice(path.length).replaceAll(sep, '/');
  return { folders: [root], write, base: uri };
}

type Match = [order: string, written: string];

async function matches(typed: string, { folders, write, base }: Notation, signal?: AbortSignal): Promise<Match[]> {
  const found: Match[] = [];
  const wanted = (place: Place) => {
    const written = write(place);
    return written.startsWith(typed) || (isFolder(place) && typed.startsWith(written));
  };
  for await (const place of filesOf(folders, wanted, signal)) {
    found.push([place.uri.slice(base.length), write(place)]);
    if (found.length === MAX_COMPLETED) break;
  }
  return found;
}
