import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import { InvalidCursorError } from '../errors.js';
import { RESOURCE } from '../output/shapes.js';
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
  readonly start: Position | undefined;
  readonly answering: (uri: string) => Definition | undefined;
}

/**
 * The resources of the lists, each from the class or reader that answers for it. If there are several lists, those that
 * fail end early. Resources that cannot be listed are left out and logged. A list that is alone is checked by the page.
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
      if (list.definition === undefined || isAlone || request.signal.aborted) throw error;
      reportOnce(list.definition, `ends early for ${list.definition.type.name}, which failed`, error, request);
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
  const { definition, place } = list;
  const isOwn = async (uri: string) =>
    definition === undefined || (await request.decide(() => answering(uri))) === definition;
  const toResource = (entry: Resource) =>
    definition === undefined || isAlone ? entry : soundEntry(entry, definition, request);
  let first: string | undefined;
  let { count } = start;
  let known = 0;
  let read = 0;
  for await (const entry of list.after(start.uri)) {
    request.signal.throwIfAborted();
    read += 1;
    if (read % ENTRIES_A_TURN === 0) await nextTurn();
    const resource = toResource(entry);
    if (resource === undefined || !(await isOwn(resource.uri))) continue; // Nor may a cursor contain its URI.
    const { uri } = resource;
    if (first === undefined && uri === start.first) known = count;
    first ??= uri;
    known -= 1;
    if (known >= 0) continue;
    count += 1;
    yield { resource, position: { place, uri, first, count } };
  }
}

const BEGINNING = { count: 0 };

/** A resource as clients may get it; `undefined` for one that is left out. */
function soundEntry(entry: Resource, definition: Definition, request: Request): Resource | undefined {
  try {
    return fromApplication(RESOURCE, entry);
  } catch (fault) {
    reportOnce(definition, `is without an entry of ${definition.type.name}`, fault, request);
    return undefined;
  }
}

/** Logs a failure once for each reader or class. */
function reportOnce({ instance, type }: Definition, problem: string, cause: unknown, request: Request): void {
  request.reportOnce(instance ?? type, problem, cause);
}
