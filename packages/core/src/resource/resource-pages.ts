import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import { InvalidCursorError } from '../errors.js';
import { RESOURCE } from '../output/content-shapes.js';
import { nextTurn } from '../pending.js';
import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';
import { fromApplication } from './contents-check.js';
import { ENTRIES_A_TURN } from './resource-reader.js';
import type { ResourceList } from './resource-source.js';

/** The end of a page. A client may forge it. */
interface Position {
  /** The place of the list of the last resource. */
  readonly place: string;
  /** The URI of the last resource. */
  readonly uri: string;
  /** The first URI that the list had for the client on that page. */
  readonly first: string;
  /** How many resources of the list the client has. */
  readonly count: number;
}

/**
 * The position in a cursor.
 * @throws {InvalidCursorError} for a cursor without one
 */
export function positionIn(cursor: unknown): Position {
  const { place, uri, first, count } = jsonObject(readCursor(cursor));
  const areTexts = typeof place === 'string' && typeof uri === 'string' && typeof first === 'string';
  if (!areTexts || typeof count !== 'number' || !Number.isSafeInteger(count)) throw new InvalidCursorError();
  return { place, uri, first, count };
}

function jsonObject(text: string): Partial<Record<keyof Position, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new InvalidCursorError();
  }
}

export function cursorAt(position: Position): string {
  return cursorAfter(JSON.stringify(position));
}

export interface PagedResource {
  readonly resource: Resource;
  readonly position: Position;
}

interface PageOptions {
  /** The end of the page before. */
  readonly start: Position | undefined;
  /** The definition that answers for a URI. */
  readonly answering: (uri: string) => Definition | undefined;
}

/**
 * The resources of the lists, each from the class or reader that answers for it. If there are several lists, those that
 * fail end early. Resources that cannot be listed are left out and logged.
 */
export async function* resourcesOf(
  lists: readonly ResourceList[],
  { start, answering }: PageOptions,
  request: Request,
): AsyncGenerator<PagedResource, void> {
  const isAlone = lists.length === 1;
  for (const [place, list] of withPlaces(lists)) {
    if (start !== undefined && place < start.place) continue;
    try {
      const from = place === start?.place ? start : BEGINNING;
      yield* following({ ...list, place }, from, { answering, isAlone }, request);
    } catch (error) {
      if (isAlone || request.signal.aborted) throw error;
      const { key, name } = ownerOf(list);
      request.reportOnce(key, `ends early for ${name}, which failed`, error);
    }
  }
}

/** The lists with their places. Only readers that the caller may see count in the places of readers. */
function withPlaces(lists: readonly ResourceList[]): [place: string, list: ResourceList][] {
  let readers = 0;
  return lists.map((list) => [list.place ?? placeOfReader(readers++), list]);
}

/** A place after the templates, which begin with a scheme. */
function placeOfReader(index: number): string {
  return `~${String(index).padStart(6, '0')}`;
}

/** The resources of one list from a position on. A list that begins as before has ignored where to continue. */
async function* following(
  list: ResourceList & { readonly place: string },
  start: Partial<Position> & { readonly count: number },
  { answering, isAlone }: Pick<PageOptions, 'answering'> & { readonly isAlone: boolean },
  request: Request,
): AsyncGenerator<PagedResource, void> {
  const { definition } = list;
  const answersFor = async (uri: string) =>
    definition === undefined || (await request.decide(() => answering(uri))) === definition;
  let first: string | undefined;
  let { count } = start;
  let known = 0;
  for await (const resource of soundOf(list, start.uri, isAlone, request)) {
    const { uri } = resource;
    if (!(await answersFor(uri))) continue; // Nor may a cursor contain its URI.
    if (first === undefined && uri === start.first) known = count;
    first ??= uri;
    known -= 1;
    if (known >= 0) continue;
    count += 1;
    yield { resource, position: { place: list.place, uri, first, count } };
  }
}

/** The start of a list. */
const BEGINNING = { count: 0 };

async function* soundOf(
  list: ResourceList,
  after: string | undefined,
  isAlone: boolean,
  request: Request,
): AsyncGenerator<Resource, void> {
  let read = 0;
  for await (const entry of list.after(after)) {
    request.signal.throwIfAborted();
    read += 1;
    if (read % ENTRIES_A_TURN === 0) await nextTurn();
    const resource = sound(entry, list, isAlone, request);
    if (resource !== undefined) yield resource;
  }
}

/** A resource as clients may get it; `undefined` for one that is left out. A list that is alone is checked later. */
function sound(entry: Resource, list: ResourceList, isAlone: boolean, request: Request): Resource | undefined {
  try {
    return list.definition === undefined || isAlone ? entry : fromApplication(RESOURCE, entry);
  } catch (fault) {
    const { key, name } = ownerOf(list);
    request.reportOnce(key, `is without an entry of ${name}`, fault);
    return undefined;
  }
}

/** The reader or class of a list, for which a failure is logged once. */
function ownerOf({ definition }: ResourceList): { readonly key: object; readonly name: string } {
  return { key: definition?.instance ?? definition?.type ?? {}, name: definition?.type.name ?? 'a class' };
}
