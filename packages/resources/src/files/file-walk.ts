import { filesBelow, type Folder, isFolder, type FolderEntry, type Search } from './folder.js';

/**
 * The included regular files below some folders, in the order of their URIs, and each once even if the folders overlap.
 */
export async function* filesOf(folders: readonly Folder[], search: Search): AsyncGenerator<FolderEntry> {
  const reached = folders.filter(search.includes);
  const walks = await Promise.all(reached.map((folder) => startWalk(filesBelow(folder, search))));
  for (let last = ''; ;) {
    const first = walks.reduce(earlier, undefined);
    if (first?.next === undefined) return;
    if (first.next.uri !== last) yield first.next;
    last = first.next.uri;
    await advance(first);
  }
}

/** Selects files whose URI sorts after a string, and does not enter folders that sort wholly before it. */
export function comesAfter(start: string): Search['includes'] {
  return (place) => place.uri > start || (isFolder(place) && start.startsWith(place.uri));
}

/** Except the folder in which the list continues. */
export async function* placesAfter(after: string, places: AsyncIterable<FolderEntry>): AsyncGenerator<FolderEntry> {
  for await (const place of places) if (place.uri > after) yield place;
}

interface Walk {
  readonly files: AsyncIterator<FolderEntry, void>;
  /** The first file that has not been returned yet. */
  next: FolderEntry | undefined;
}

async function startWalk(files: AsyncIterator<FolderEntry, void>): Promise<Walk> {
  const walk: Walk = { files, next: undefined };
  await advance(walk);
  return walk;
}

async function advance(walk: Walk): Promise<void> {
  const { value } = await walk.files.next();
  walk.next = value ?? undefined;
}

function earlier(one: Walk | undefined, other: Walk): Walk | undefined {
  if (other.next === undefined) return one;
  return one?.next === undefined || other.next.uri < one.next.uri ? other : one;
}
