import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import { InvalidCursorError } from '../errors.js';
import { RESOURCE } from '../output/content-shapes.js';
import { nextTurn } from '../pending.js';
import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';
import { fromApplication } from './contents-check.js';
import { ENTRIES_PER_TURN } from './resource-reader.js';
import type { ResourceList } from './resource-source.js';

/** The position of the last resource of a page, which its cursor contains. A client may forge it. */
interface Position {
  /** The place of the list that the resource is from. */
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
  const areStrings = typeof place === 'string' && typeof uri === 'string' && typeof first === 'string';
  if (!areStrings || typeof count !== 'number' || !Number.isSafeInteger(count)) throw new InvalidCursorError();
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
  readonly definitionFor: (uri: string) => Definition | undefined;
}

/**
 * Yields the resources of all lists, each from the class or reader that its URI leads to. If there are several lists, a
 * list that fails ends early, and invalid resources are logged and skipped. The caller checks the entries of a single list.
 */
export async function* resourcesOf(
  lists: readonly ResourceList[],
  { start, definitionFor }: PageOptions,
  request: Request,
): AsyncGenerator<PagedResource, void> {
  const isOnlyList = lists.length === 1;
  for (const [place, list] of withPlaces(lists)) {
    if (start !== undefined && place < start.place) continue;
    try {
      const from = place === start?.place ? start : LIST_START;
      yield* continueList({ ...list, place }, from, { definitionFor, isOnlyList }, request);
    } catch (error) {
      if (list.definition === undefined || isOnlyList || request.signal.aborted) throw error;
      reportOnce(list.definition, `ends early for ${list.definition.type.name}, which failed`, error, request);
    }
  }
}

/** Pairs lists with their places. The place of a reader's list is its index among the readers that the caller may see. */
function withPlaces(lists: readonly ResourceList[]): [place: string, list: ResourceList][] {
  let readers = 0;
  return lists.map((list) => [list.place ?? placeOfReader(readers++), list]);
}

/** A place that sorts after all templates: `~` sorts after the letters of their schemes. */
function placeOfReader(index: number): string {
  return `~${String(index).padStart(6, '0')}`;
}

/** Yields the resources of a list after a position. Skips those that a list repeats because it ignored `after`. */
async function* continueList(
  list: ResourceList & { readonly place: string },
  start: Partial<Position> & { readonly count: number },
  { definitionFor, isOnlyList }: Pick<PageOptions, 'definitionFor'> & { readonly isOnlyList: boolean },
  request: Request,
): AsyncGenerator<PagedResource, void> {
  const { definition, place } = list;
  const isFromList = async (uri: string) =>
    definition === undefined || (await request.decide(() => definitionFor(uri))) === definition;
  const toResource = (entry: Resource) =>
    definition === undefined || isOnlyList ? entry : validEntry(entry, definition, request);
  let first: string | undefined;
  let { count } = start;
  let skip = 0;
  let entryCount = 0;
  for await (const entry of list.after(start.uri)) {
    request.signal.throwIfAborted();
    entryCount += 1;
    if (entryCount % ENTRIES_PER_TURN === 0) await nextTurn();
    const resource = toResource(entry);
    if (resource === undefined || !(await isFromList(resource.uri))) continue; // Nor may a cursor contain its URI.
    const { uri } = resource;
    if (first === undefined && uri === start.first) skip = count;
    first ??= uri;
    skip -= 1;
    if (skip >= 0) continue;
    count += 1;
    yield { resource, position: { place, uri, first, count } };
  }
}

const LIST_START = { count: 0 };

/** Checks a list entry; `undefined` for an invalid one, which is logged. */
function validEntry(entry: Resource, definition: Definition, request: Request): Resource | undefined {
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
