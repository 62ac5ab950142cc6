import { filesBelow, type Folder, isFolder, type FolderEntry, type WalkOptions } from './folder.js';

/**
 * Lists the included regular files below the given folders, in the order of their URIs. If folders overlap, each file
 * appears once.
 */
export async function* listFiles(folders: readonly Folder[], search: WalkOptions): AsyncGenerator<FolderEntry> {
  const includedFolders = folders.filter(search.includes);
  const walks = await Promise.all(includedFolders.map((folder) => startWalk(filesBelow(folder, search))));
  for (let lastUri = ''; ;) {
    const nextWalk = walks.reduce(firstToContinue, undefined);
    if (nextWalk?.next === undefined) return;
    if (nextWalk.next.uri !== lastUri) yield nextWalk.next;
    lastUri = nextWalk.next.uri;
    await advance(nextWalk);
  }
}

/** Selects files whose URI sorts after a position. Skips folders whose files all sort before it. */
export function sortsAfter(position: string): WalkOptions['includes'] {
  return (entry) => entry.uri > position || (isFolder(entry) && position.startsWith(entry.uri));
}

/** Omits the folder that contains the position, because an earlier page has listed that folder. */
export async function* entriesAfter(after: string, entries: AsyncIterable<FolderEntry>): AsyncGenerator<FolderEntry> {
  for await (const entry of entries) if (entry.uri > after) yield entry;
}

interface Walk {
  readonly files: AsyncIterator<FolderEntry, void>;
  /** The first file that the walk has not returned yet. */
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

function firstToContinue(best: Walk | undefined, walk: Walk): Walk | undefined {
  if (walk.next === undefined) return best;
  return best?.next === undefined || walk.next.uri < best.next.uri ? walk : best;
}
