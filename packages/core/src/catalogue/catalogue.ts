import type { Client } from '../api/context.js';
import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import type { ClassKind } from '../definition/kind.js';
import { NotFoundError, type KindName, RequestError } from '../errors.js';
import { limit, type TimeLimit } from '../limits.js';
import { checkAnswer } from '../output/shapes.js';
import type { Operation } from '../engine/engine.js';
import type { Answer, VersionSelector } from '../api/calls.js';
import type { ListEntry, ListPage } from '../protocol.js';
import type { DefinitionIndex, Registry } from '../registry/registry.js';
import { type DefinitionSource, type Request, type Target, targetWithoutName } from '../request/request.js';
import { splitName } from '../definition/definition-options.js';
import { lowerBound, NameIndex, nearest } from '../text/nearest.js';
import type { Awaitable, InjectableClass } from '../types.js';
import type { ListView, ListEntries } from './list-view.js';

/** The first protocol revision with caching hints in lists. */
const CACHING_SINCE = '2026-07-28';

/** The maximum number of versions to compare when suggesting a version. */
const MAX_VERSIONS = 64;

type Page = ListPage & Answer;

/** A list entry, and the key by which a cursor refers to it. */
export interface KeyedEntry {
  readonly key: string;
  /** Creates the entry. Called only for entries on the requested page, because it runs version selectors. */
  entry(): ListEntry | undefined;
}

interface ListParams {
  readonly cursor?: string;
}

export interface CatalogueOptions<Listed extends Page = Page> {
  readonly kind: ClassKind<object, Listed>;
  readonly pageSize: number;
  /** Chooses among versions; the first selector with a result wins. */
  readonly select: readonly VersionSelector[];
  /**
   * The list entries. All registries of a runtime share them, because a new registry has most definitions in common
   * with the previous one.
   */
  readonly entries: ListEntries;
  readonly viewOf: (client: Client | undefined) => ListView;
  /**
   * Whether something other than the catalogue, such as an interceptor, may change the list. If so, pages are not
   * marked as cacheable for other callers.
   */
  readonly isPrivate: boolean;
  /**
   * Whether the catalogue includes a definition.
   * @default every definition is included
   */
  readonly includes?: (definition: Definition) => boolean;
}

/** The definitions of one kind as callers see them, in lists, calls and completions. Created once per registry. */
export class Catalogue<Listed extends Page = Page> implements DefinitionSource, Operation<ListParams, Listed> {
  readonly registry: Registry;
  /** The names with at least one definition in the catalogue, in code unit order. */
  readonly names: readonly string[];
  /** Whether callers may see different lists. */
  readonly variesByCaller: boolean;
  /** The names with several versions, among which selectors choose. */
  readonly selectableNames: readonly string[];
  /** Whether a client has requested a page. */
  isListed = false;
  readonly #options: CatalogueOptions<Listed>;
  readonly #includes: CatalogueOptions['includes'];
  readonly #versionsByName: DefinitionIndex['byName'];
  readonly #index: NameIndex;
  /** The cached pages of a list that all callers see alike, by client view and by cursor. */
  readonly #pages = new Map<string, Map<string | undefined, Listed>>();

  /** @throws {RangeError} if the page size is invalid */
  constructor(registry: Registry, options: CatalogueOptions<Listed>) {
    limit('pageSize', options.pageSize);
    this.registry = registry;
    this.#options = options;
    const { includes } = options;
    const { names, byName: named } = registry.index(options.kind.name);
    this.#includes = includes;
    this.#versionsByName = named;
    this.names = includes === undefined ? names : names.filter((name) => this.versions(name).some(includes));
    this.#index = new NameIndex(this.names);
    this.selectableNames = this.hasSelectors ? this.names.filter((name) => this.versions(name).length > 1) : [];
    const isPartlyVisible = (name: string) => this.versions(name).some(({ visibility }) => visibility !== undefined);
    this.variesByCaller = this.selectableNames.length > 0 || this.names.some(isPartlyVisible);
  }

  has(name: string): boolean {
    return this.names[lowerBound(this.names, name)] === name;
  }

  /** Returns the versions of a name, highest release first. */
  versions(name: string): readonly Definition[] {
    return this.#versionsByName.get(name) ?? [];
  }

  get selectors(): readonly VersionSelector[] {
    return this.#options.select;
  }

  get hasSelectors(): boolean {
    return this.selectors.length > 0;
  }

  /** Returns the definition for `name` or `name@version`; `undefined` if the caller may not see one. */
  find(requested: string, request: Request): Definition | undefined {
    const found = this.#findAny(requested, request);
    return found !== undefined && this.#includes?.(found) === false ? undefined : found;
  }

  #findAny(requested: string, request: Request): Definition | undefined {
    const known = this.#versionsByName.get(requested);
    if (known?.length === 1 && known[0].visibility === undefined) return known[0];
    const { name, version } = splitName(requested);
    const versions = this.#versionsByName.get(name);
    if (versions === undefined) return undefined;
    const visible = versions.filter(({ visibility }) => request.isVisible(visibility));
    if (version !== undefined) return visible.find((each) => each.version === version);
    const [first, ...others] = visible;
    if (first === undefined || others.length === 0 || !this.hasSelectors) return first;
    return request.choices.choose([first, ...others], this.#options.select, request);
  }

  isSelectable(requested: string): boolean {
    return this.hasSelectors && (this.#versionsByName.get(requested)?.length ?? 0) > 1;
  }

  /** Creates the error for an unknown name. It suggests the most similar name that the caller may see. */
  notFoundError(requested: string | undefined, request: Request): NotFoundError {
    const suggestion = requested === undefined ? undefined : this.#suggest(requested, request);
    return new NotFoundError(this.#options.kind.name, requested, { suggestion });
  }

  #suggest(requested: string, request: Request): string | undefined {
    const { name } = splitName(requested);
    const isVisible = (each: Definition) => this.#includes?.(each) !== false && request.isVisible(each.visibility);
    const versions = name === requested ? [] : this.versions(name).filter(isVisible);
    if (versions.length > 0) {
      const addresses = versions.slice(0, MAX_VERSIONS).map(({ version }) => `${name}@${version}`);
      return nearest(requested, addresses) ?? name;
    }
    return nearest(
      requested,
      this.#index.similar(requested, (each) => this.versions(each).some(isVisible)),
    );
  }

  get listTarget(): Target {
    const { name } = this.#options.kind;
    return targetWithoutName(name, 'listMs', `The list of ${name}s`);
  }

  target(name: unknown): Target {
    const { kind } = this.#options;
    const subjectOf = (requested: string | undefined) => kind.subjectOf(requested ?? '');
    return { kind: kind.name, name, source: this, limit: kind.limit, subjectOf };
  }

  get method(): string {
    return this.#options.kind.methods.list;
  }

  /**
   * Returns a page of the list, frozen.
   * @throws {InvalidCursorError} if this server did not create the cursor
   */
  answer({ cursor }: ListParams, request: Request): Awaitable<Listed> {
    request.step = 'list';
    this.isListed = true;
    const view = this.viewOf(request.client);
    const pages = this.variesByCaller ? undefined : this.#pagesFor(request.client, view);
    const cached = pages?.get(cursor);
    if (cached !== undefined) return cached;
    // From protocol revision 2026-07-28 on, an empty string counts as a cursor (server/utilities/pagination), and is
    // rejected as invalid.
    const name = cursor === undefined ? undefined : readCursor(cursor);
    const isShared = !this.variesByCaller && !this.#options.isPrivate && !view.isHostSpecific;
    const createPage = () => this.pageOf(this.entriesAfter(name, request), request.client, isShared);
    if (pages === undefined) return request.lookUp(createPage);
    const page = createPage();
    const start = this.#indexAfter(name);
    // Cache only pages whose cursors this server creates, so that invented cursors cannot fill the memory.
    if (start % this.#options.pageSize === 0 && this.names[start - 1] === name) pages.set(cursor, page);
    return page;
  }

  viewOf(client: Client | undefined): ListView {
    return this.#options.viewOf(client);
  }

  /** Yields the entries that the caller may see and that follow a name, in order of name. */
  *entriesAfter(after: string | undefined, request: Request): Generator<KeyedEntry, void> {
    const view = this.viewOf(request.client);
    for (let index = this.#indexAfter(after); index < this.names.length; index += 1) {
      const name = this.names[index] as string;
      if (this.#isVisible(name, request)) yield { key: name, entry: () => this.#entryOf(name, request, view) };
    }
  }

  #isVisible(name: string, request: Request): boolean {
    if (this.#includes !== undefined) return this.find(name, request) !== undefined;
    return this.versions(name).some(({ visibility }) => request.isVisible(visibility));
  }

  #entryOf(name: string, request: Request, view: ListView): ListEntry | undefined {
    const definition = this.find(name, request);
    return definition && this.#options.entries.of(definition, view);
  }

  /**
   * Creates a frozen page of the first entries. Reads one entry more than the page holds, to find out whether another
   * page follows.
   * @param isShared whether other callers may get the same page
   */
  pageOf(entries: Iterable<KeyedEntry>, client: Client | undefined, isShared = false): Listed {
    const { kind, pageSize } = this.#options;
    const shown: KeyedEntry[] = [];
    let isLast = true;
    for (const each of entries) {
      isLast = shown.length < pageSize;
      if (!isLast) break;
      shown.push(each);
    }
    const last = shown.at(-1);
    const page: ListPage & object = {
      [kind.entriesProperty]: Object.freeze(shown.flatMap((each) => each.entry() ?? [])),
      ...(!isLast && last !== undefined && { nextCursor: cursorAfter(last.key) }),
      // `ttlMs: 0` means stale at once. An interceptor may set a longer lifetime (server/utilities/caching).
      ...(supportsCaching(client) && { ttlMs: 0, cacheScope: isShared ? 'public' : 'private' }),
    };
    return Object.freeze(page as Listed); // The kind determines the properties of the page.
  }

  /** Checks a page that interceptors have changed. Marks it private, because it may be meant for this caller only. */
  check(answer: unknown, { client }: Request): Listed {
    const page = checkAnswer(this.#options.kind.pageShape, answer);
    return { ...page, ...(supportsCaching(client) && { ttlMs: page.ttlMs ?? 0, cacheScope: 'private' }) };
  }

  #pagesFor(client: Client | undefined, view: ListView): Map<string | undefined, Listed> {
    const key = `${supportsCaching(client)} ${view.key}`;
    const pages = this.#pages.get(key) ?? new Map<string | undefined, Listed>();
    this.#pages.set(key, pages);
    return pages;
  }

  /** Returns the index of the first name that follows `name`. */
  #indexAfter(name: string | undefined): number {
    return name === undefined ? 0 : lowerBound(this.names, `${name}\0`);
  }
}

function supportsCaching(client: Client | undefined): boolean {
  return client !== undefined && client.revision >= CACHING_SINCE;
}

/**
 * Finds the definition of a class or of one of its methods, for in-process calls. A definition that the caller may not
 * see is reported as missing.
 */
export class ClassSource implements Target, DefinitionSource {
  readonly kind: KindName;
  /** The name for interceptors and the log. */
  readonly name: string;
  readonly source = this;
  readonly limit: TimeLimit;
  readonly #catalogue: Catalogue;
  readonly #label: string;
  readonly #definitions: readonly Definition[];

  /** @param method the handler method; `undefined` if the class is the handler */
  constructor(catalogue: Catalogue, type: InjectableClass<object>, method?: string) {
    this.#catalogue = catalogue;
    this.#label = method === undefined ? type.name : `${type.name}.${method}`;
    const target = catalogue.target(undefined);
    this.kind = target.kind;
    this.limit = target.limit;
    this.#definitions = catalogue.registry.all(type, method).filter(({ kind }) => kind.name === this.kind);
    const [definition, ...others] = this.#definitions;
    this.name =
      definition === undefined || others.length > 0 ? this.#label : this.#qualifiedName(definition, () => true);
  }

  subjectOf(name: string | undefined): string {
    return this.#catalogue.target(name).subjectOf(name);
  }

  /** @throws {RequestError} if the class is mounted more than once and the caller may see several of its definitions */
  find(_requested: string, request: Request): Definition | undefined {
    const isVisible = ({ visibility }: Definition) => request.isVisible(visibility);
    const found = this.#definitions.filter(isVisible);
    if (found.length < 2) return found[0];
    const names = found.map((each) => this.#qualifiedName(each, isVisible)).join(' and ');
    throw new RequestError(`${this.#label} is mounted as ${names}: use one of these names instead of the class`);
  }

  notFoundError(_requested: string | undefined, request: Request): NotFoundError {
    return this.#catalogue.notFoundError(this.#label, request);
  }

  /** Returns the name, followed by the version if the name has several visible versions. */
  #qualifiedName({ name, version }: Definition, isVisible: (definition: Definition) => boolean): string {
    const versions = this.#catalogue.versions(name);
    return versions.filter(isVisible).length > 1 ? `${name}@${version}` : name;
  }
}
