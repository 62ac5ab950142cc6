import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import { Visibility } from '../definition/visibility.js';
import type { Operation } from '../engine/engine.js';
import { InvalidCursorError, NotFoundError } from '../errors.js';
import { withoutNewerMembers } from '../output/degradation.js';
import { checkAnswer, RESOURCES_PAGE, TEMPLATES_PAGE, RESOURCE as RESOURCE_SHAPE } from '../output/shapes.js';
import { nextTurn } from '../promises.js';
import type {
  ListResourcesParams,
  ListResourcesResult,
  ListResourceTemplatesParams,
  ListResourceTemplatesResult,
  Resource,
  ResourceTemplate,
} from '../protocol.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import { validateValue } from './contents-check.js';
import { ENTRIES_PER_TURN } from './resource-reader.js';
import {
  ClassResources,
  definitionsOf,
  type NamedResources,
  ReaderResources,
  type ResourceList,
  type ResourceSource,
} from './resource-source.js';
import { errorFor, RESOURCE } from './resource.js';

/** The resources of classes and of readers. Created once per registry. */
export class ServedResources implements DefinitionSource {
  /** The definitions of classes, then those of readers in look-up order. */
  readonly definitions: readonly Definition[];
  /** The definitions of readers, in look-up order. */
  readonly readers: readonly Definition[];
  readonly list: Operation<ListResourcesParams, ListResourcesResult>;
  readonly templates: Operation<ListResourceTemplatesParams, ListResourceTemplatesResult>;
  /** In look-up order. */
  readonly #sources: readonly ResourceSource[];
  readonly #classes: NamedResources;
  readonly #pageSize: number;

  constructor(classes: NamedResources, readers: readonly Definition[], pageSize: number) {
    this.#classes = classes;
    this.readers = readers;
    this.definitions = [...definitionsOf(classes), ...readers];
    this.#sources = [new ClassResources(classes), ...readers.map((each) => new ReaderResources(each))];
    this.#pageSize = pageSize;
    this.list = {
      method: RESOURCE.methods.list,
      answer: (params, request) => request.waitFor(this.#page(params, request)),
      check: (answer) => checkAnswer(RESOURCES_PAGE, answer),
    };
    this.templates = {
      method: 'resources/templates/list',
      answer: (params, request) => this.#templatePage(params, request),
      check: (answer) => checkAnswer(TEMPLATES_PAGE, answer),
    };
  }

  /**
   * Whether both objects have the same readers with the same visibility. The lists that the readers return are not
   * compared.
   */
  static haveSameReaders({ readers }: ServedResources, { readers: others }: ServedResources): boolean {
    const isSame = ({ instance, visibility }: Definition, index: number) =>
      instance === others[index]?.instance && Visibility.isSame(visibility, others[index]?.visibility);
    return readers.length === others.length && readers.every(isSame);
  }

  get isOffered(): boolean {
    return this.definitions.length > 0;
  }

  target(uri: unknown, source: DefinitionSource = this): Target {
    return { kind: RESOURCE.name, name: uri, source, limit: RESOURCE.limit, subjectOf, errorFor };
  }

  templateTarget(template: unknown): Target {
    const source: DefinitionSource = {
      find: (requested, request) => this.#firstFound((each) => each.findTemplate(requested, request)),
      notFoundError: (requested) => this.notFoundError(requested),
    };
    return { kind: RESOURCE.name, name: template, source, limit: 'completeMs', subjectOf: () => 'The completion' };
  }

  /**
   * Returns the definition of the class for a URI, otherwise that of the first reader that accepts the URI. Ignores
   * definitions that the caller may not see.
   */
  find(uri: string, request: Request): Definition | undefined {
    return this.#firstFound((each) => each.find(uri, request));
  }

  #firstFound(find: (source: ResourceSource) => Definition | undefined): Definition | undefined {
    for (const source of this.#sources) {
      const definition = find(source);
      if (definition !== undefined) return definition;
    }
    return undefined;
  }

  isSelectable(): boolean {
    return this.#classes.selectableNames.length > 0;
  }

  notFoundError(uri: string | undefined): NotFoundError {
    return new NotFoundError('resource', uri);
  }

  /**
   * Returns the current definitions of the same reader, or with the same class and name. A reload creates new
   * definitions for the same class.
   */
  counterparts({ instance, type, name }: Definition): readonly Definition[] {
    return this.definitions.filter((each) => {
      return instance === undefined ? each.type === type && each.name === name : each.instance === instance;
    });
  }

  /** @throws {InvalidCursorError} if the cursor is not one of this list */
  async #page({ cursor }: ListResourcesParams, request: Request): Promise<ListResourcesResult> {
    request.step = 'list';
    this.#classes.isListed = true;
    const start = cursor === undefined ? LIST_START : readPosition(cursor);
    const fixed = { after: start.uri, minCount: start.sortKey === '' ? this.#pageSize + 1 : 0 };
    const lists = await request.lookUp(() => this.#sources.flatMap((source) => source.lists(fixed, request)));
    const page: ListedResource[] = [];
    const resources = () => adaptToClient(page.map(({ resource }) => resource), request); // prettier-ignore
    for await (const each of this.#merge(lists, start, request)) {
      const last = page.at(-1);
      if (last !== undefined && page.length >= this.#pageSize)
        return { resources: resources(), nextCursor: cursorAfter(JSON.stringify(last.position)) };
      // If there is only one list, an invalid entry fails the request.
      const resource = lists.length === 1 ? validateValue(RESOURCE_SHAPE, each.resource) : each.resource;
      page.push({ ...each, resource });
    }
    return { resources: resources() };
  }

  /**
   * Yields the resources of the lists after a position. With several lists, a list that fails ends early and invalid
   * resources are omitted. Both are logged.
   */
  async *#merge(lists: readonly ResourceList[], start: Position, request: Request): AsyncGenerator<ListedResource> {
    let readers = 0; // Counts only readers that the caller may see.
    for (const list of lists) {
      const sortKey = list.sortKey ?? readerSortKey(readers++);
      if (sortKey < start.sortKey) continue;
      const isOnlyList = lists.length === 1;
      try {
        yield* this.#listAfter(
          list,
          sortKey === start.sortKey ? start : { ...LIST_START, sortKey },
          isOnlyList,
          request,
        );
      } catch (error) {
        if (list.definition === undefined || isOnlyList || request.signal.aborted) throw error;
        reportOnce(
          list.definition,
          `is incomplete, because ${list.definition.type.name} failed to list its resources`,
          error,
          request,
        );
      }
    }
  }

  /**
   * Yields the resources of a list after a position. Skips resources that the list repeats because it ignores `after`.
   */
  async *#listAfter(
    list: ResourceList,
    start: Position,
    isOnlyList: boolean,
    request: Request,
  ): AsyncGenerator<ListedResource> {
    let first: string | undefined;
    let { count } = start;
    let skip = 0;
    let entryCount = 0;
    for await (const entry of list.after(start.uri)) {
      request.signal.throwIfAborted();
      entryCount += 1;
      if (entryCount % ENTRIES_PER_TURN === 0) await nextTurn();
      const resource = await this.#verifiedResource(list, entry, isOnlyList, request);
      if (resource === undefined) continue; // Skipped here, because a cursor must not contain this URI.
      const { uri } = resource;
      if (first === undefined && uri === start.first) skip = count;
      first ??= uri;
      skip -= 1;
      if (skip >= 0) continue;
      count += 1;
      yield { resource, position: { sortKey: start.sortKey, uri, first, count } };
    }
  }

  /** Returns the resource of an entry, if the entry is valid and its URI belongs to the definition that lists it. */
  async #verifiedResource(
    { definition }: ResourceList,
    entry: Resource,
    isOnlyList: boolean,
    request: Request,
  ): Promise<Resource | undefined> {
    if (definition === undefined) return entry;
    const resource = isOnlyList ? entry : validateEntry(entry, definition, request);
    if (resource === undefined) return undefined;
    return (await request.lookUp(() => this.find(resource.uri, request))) === definition ? resource : undefined;
  }

  /** @throws {InvalidCursorError} if the cursor is not one of this list */
  async #templatePage({ cursor }: ListResourceTemplatesParams, request: Request): Promise<ListResourceTemplatesResult> {
    request.step = 'list';
    this.#classes.isListed = true;
    const page = { after: cursor === undefined ? undefined : readCursor(cursor), minCount: this.#pageSize + 1 };
    const all = await request.lookUp(() => this.#sources.flatMap((source) => source.templates(page, request)));
    const byText = new Map<string, ResourceTemplate>();
    for (const each of all) if (!byText.has(each.uriTemplate)) byText.set(each.uriTemplate, each);
    const sorted = [...byText.values()].toSorted((a, b) => (a.uriTemplate < b.uriTemplate ? -1 : 1));
    const resourceTemplates = adaptToClient(sorted.slice(0, this.#pageSize), request);
    const last = resourceTemplates.at(-1);
    if (sorted.length <= this.#pageSize || last === undefined) return { resourceTemplates };
    return { resourceTemplates, nextCursor: cursorAfter(last.uriTemplate) };
  }
}

/** Returns the class's name for log lines and errors instead of the URI, which may be confidential. */
function subjectOf(_uri: string | undefined, definition?: Definition): string {
  const isClass = definition !== undefined && definition.instance === undefined;
  return isClass ? RESOURCE.subjectOf(definition.name) : 'A resource';
}

/** The position after the last resource of a page. A client may forge the position, because the cursor contains it. */
interface Position {
  /** The sort key of the list. */
  readonly sortKey: string;
  readonly uri: string | undefined;
  /** The first URI that the client received from this list. Detects a list that ignores `after`. */
  readonly first: string | undefined;
  /** The number of resources that the client received from this list. */
  readonly count: number;
}

const LIST_START: Position = { sortKey: '', uri: undefined, first: undefined, count: 0 };

interface ListedResource {
  readonly resource: Resource;
  readonly position: Position;
}

/** @throws {InvalidCursorError} if the cursor does not contain a position */
function readPosition(cursor: unknown): Position {
  const { sortKey, uri, first, count } = parseJsonObject(readCursor(cursor));
  const areStrings = typeof sortKey === 'string' && typeof uri === 'string' && typeof first === 'string';
  if (!areStrings || typeof count !== 'number' || !Number.isSafeInteger(count)) throw new InvalidCursorError();
  return { sortKey, uri, first, count };
}

function parseJsonObject(text: string): Partial<Record<keyof Position, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new InvalidCursorError();
  }
}

/** Returns the sort key of a reader. Readers sort after all templates, because `~` sorts after letters. */
function readerSortKey(index: number): string {
  return `~${String(index).padStart(6, '0')}`;
}

/** Returns a list entry if it is valid. Logs an invalid entry and returns `undefined`. */
function validateEntry(entry: Resource, definition: Definition, request: Request): Resource | undefined {
  try {
    return validateValue(RESOURCE_SHAPE, entry);
  } catch (fault) {
    reportOnce(definition, `omits an invalid resource of ${definition.type.name}`, fault, request);
    return undefined;
  }
}

/** Logs a failure once per reader or class. */
function reportOnce({ instance, type }: Definition, problem: string, cause: unknown, request: Request): void {
  request.reportOnce(instance ?? type, problem, cause);
}

function adaptToClient<T extends object>(value: T, { client }: Request): T {
  return client === undefined ? value : withoutNewerMembers(value, client.revision);
}
