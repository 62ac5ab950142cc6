import type { Client } from '../api/context.js';
import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import type { ClassKind } from '../definition/kind.js';
import { NotFoundError, type KindName, RequestError } from '../errors.js';
import { limit } from '../limits.js';
import { checkedAnswer } from '../output/shapes.js';
import type { Operation } from '../engine/engine.js';
import type { Answer, VersionSelector } from '../api/calls.js';
import type { ListEntry, ListPage } from '../protocol.js';
import type { DefinitionIndex, Registry } from '../registry/registry.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import { splitName } from '../definition/definition-options.js';
import { lowerBound, NameIndex, nearest } from '../text/nearest.js';
import type { Awaitable, InjectableClass } from '../types.js';
import type { ListView, ListEntries } from './list-view.js';

/** The first revision whose lists have caching hints. */
const CACHED_SINCE = '2026-07-28';

/** The maximum number of versions to compare with the requested one. */
const MAX_VERSIONS = 64;

type Page = ListPage & Answer;

/** An entry of a list, and the place that a cursor would name to continue after it. */
export interface PlacedEntry {
  readonly place: string;
  /** Writes the entry. Called only for the entries of a page, because version selectors run here. */
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
  /** The list entries, shared by all registries of a runtime: successive registries have most definitions in common. */
  readonly entries: ListEntries;
  readonly viewOf: (client: Client | undefined) => ListView;
  /**
   * Whether something other than the catalogue, such as an interceptor, decides what a client sees. Callers then share
   * no page.
   */
  readonly isPrivate: boolean;
  /**
   * Whether a definition that answers for a name is part of the catalogue.
   * @default all are
   */
  readonly isPart?: (definition: Definition) => boolean;
}

/** The view that callers have of one kind, in lists, calls and completions. Created once per registry. */
export class Catalogue<Listed extends Page = Page> implements DefinitionSource, Operation<ListParams, Listed> {
  readonly registry: Registry;
  /** The names with at least one version in the catalogue, in code unit order. */
  readonly names: readonly string[];
  /** Whether callers see different lists. */
  readonly varies: boolean;
  /** The names with several versions, among which selectors choose. */
  readonly selectableNames: readonly string[];
  /** Whether a page has been sent. */
  isListed = false;
  readonly #options: CatalogueOptions<Listed>;
  readonly #isPart: CatalogueOptions['isPart'];
  readonly #named: DefinitionIndex['named'];
  readonly #index: NameIndex;
  /** The pages of a list that is the same for every caller, by the client's view and by cursor. */
  readonly #pages = new Map<string, Map<string | undefined, Listed>>();

  /** @throws {RangeError} if the page size is invalid */
  constructor(registry: Registry, options: CatalogueOptions<Listed>) {
    limit('pageSize', options.pageSize);
    this.registry = registry;
    this.#options = options;
    const { isPart } = options;
    const { names, named } = registry.index(options.kind.name);
    this.#isPart = isPart;
    this.#named = named;
    this.names = isPart === undefined ? names : names.filter((name) => this.versions(name).some(isPart));
    this.#index = new NameIndex(this.names);
    this.selectableNames = this.hasSelectors ? this.names.filter((name) => this.versions(name).length > 1) : [];
    const isPartlyVisible = (name: string) => this.versions(name).some(({ visibility }) => visibility !== undefined);
    this.varies = this.selectableNames.length > 0 || this.names.some(isPartlyVisible);
  }

  has(name: string): boolean {
    return this.names[lowerBound(this.names, name)] === name;
  }

  /** The versions of a name, highest release first. */
  versions(name: string): readonly Definition[] {
    return this.#named.get(name) ?? [];
  }

  get selectors(): readonly VersionSelector[] {
    return this.#options.select;
  }

  get hasSelectors(): boolean {
    return this.selectors.length > 0;
  }

  /** The definition that answers for `name` or `name@version`; `undefined` if the caller may not see one. */
  find(requested: string, request: Request): Definition | undefined {
    const found = this.#findAny(requested, request);
    return found !== undefined && this.#isPart?.(found) === false ? undefined : found;
  }

  #findAny(requested: string, request: Request): Definition | undefined {
    const known = this.#named.get(requested);
    if (known?.length === 1 && known[0].visibility === undefined) return known[0];
    const { name, version } = splitName(requested);
    const versions = this.#named.get(name);
    if (versions === undefined) return undefined;
    const visible = versions.filter(({ visibility }) => request.allows(visibility));
    if (version !== undefined) return visible.find((each) => each.version === version);
    const [first, ...others] = visible;
    if (first === undefined || others.length === 0 || !this.hasSelectors) return first;
    return request.choices.of([first, ...others], this.#options.select, request);
  }

  isChosen(requested: string): boolean {
    return this.hasSelectors && (this.#named.get(requested)?.length ?? 0) > 1;
  }

  /** The error for an unknown name. It suggests the nearest name that the caller may see. */
  unknown(requested: string | undefined, request: Request): NotFoundError {
    const suggestion = requested === undefined ? undefined : this.#suggest(requested, request);
    return new NotFoundError(this.#options.kind.name, requested, { suggestion });
  }

  #suggest(requested: string, request: Request): string | undefined {
    const { name } = splitName(requested);
    const isSeen = (each: Definition) => this.#isPart?.(each) !== false && request.allows(each.visibility);
    const versions = name === requested ? [] : this.versions(name).filter(isSeen);
    if (versions.length > 0) {
      const addresses = versions.slice(0, MAX_VERSIONS).map(({ version }) => `${name}@${version}`);
      return nearest(requested, addresses) ?? name;
    }
    return nearest(
      requested,
      this.#index.similar(requested, (each) => this.versions(each).some(isSeen)),
    );
  }

  get listTarget(): Target {
    return {
      kind: this.#options.kind.name,
      name: undefined,
      source: undefined,
      subjectOf: () => `The list of ${this.#options.kind.name}s`,
    };
  }

  target(name: unknown): Target {
    const { kind } = this.#options;
    return { kind: kind.name, name, source: this, subjectOf: (requested) => kind.subjectOf(requested ?? '') };
  }

  get method(): string {
    return this.#options.kind.methods.list;
  }

  /**
   * A page of the list, frozen.
   * @throws {InvalidCursorError} if no page came with this cursor
   */
  answer({ cursor }: ListParams, request: Request): Awaitable<Listed> {
    request.step = 'list';
    this.isListed = true;
    const view = this.viewOf(request.client);
    const pages = this.varies ? undefined : this.#pagesFor(request.client, view);
    const kept = pages?.get(cursor);
    if (kept !== undefined) return kept;
    // An empty string is a cursor too (2026-07-28, server/utilities/pagination), but an invalid one.
    const name = cursor === undefined ? undefined : readCursor(cursor);
    const isShared = !this.varies && !this.#options.isPrivate && !view.isSpecial;
    const write = () => this.pageOf(this.entriesAfter(name, request), request.client, isShared);
    if (pages === undefined) return request.decide(write);
    const page = write();
    const start = this.#placeAfter(name);
    // Cache page boundaries only: invented cursors must not fill the memory.
    if (start % this.#options.pageSize === 0 && this.names[start - 1] === name) pages.set(cursor, page);
    return page;
  }

  viewOf(client: Client | undefined): ListView {
    return this.#options.viewOf(client);
  }

  /** The entries after a name that the caller may see, in the order of their names. */
  *entriesAfter(name: string | undefined, request: Request): Generator<PlacedEntry, void> {
    const view = this.viewOf(request.client);
    for (let at = this.#placeAfter(name); at < this.names.length; at += 1) {
      const place = this.names[at] as string;
      if (this.#isSeen(place, request)) yield { place, entry: () => this.#entryOf(place, request, view) };
    }
  }

  #isSeen(name: string, request: Request): boolean {
    if (this.#isPart !== undefined) return this.find(name, request) !== undefined;
    return this.versions(name).some(({ visibility }) => request.allows(visibility));
  }

  #entryOf(name: string, request: Request, view: ListView): ListEntry | undefined {
    const definition = this.find(name, request);
    return definition && this.#options.entries.of(definition, view);
  }

  /**
   * The first entries as a page, frozen. Reads one entry more than the page holds, to know whether there is a next
   * page.
   * @param isShared whether other callers may get the same page
   */
  pageOf(entries: Iterable<PlacedEntry>, client: Client | undefined, isShared = false): Listed {
    const { kind, pageSize } = this.#options;
    const listed: PlacedEntry[] = [];
    let isLast = true;
    for (const each of entries) {
      isLast = listed.length < pageSize;
      if (!isLast) break;
      listed.push(each);
    }
    const last = listed.at(-1);
    const page: ListPage & object = {
      [kind.listedAs]: Object.freeze(listed.flatMap((each) => each.entry() ?? [])),
      ...(!isLast && last !== undefined && { nextCursor: cursorAfter(last.place) }),
      // The adapter decides how long a list may be cached (server/utilities/caching).
      ...(knowsCaching(client) && { ttlMs: 0, cacheScope: isShared ? 'public' : 'private' }),
    };
    return Object.freeze(page as Listed); // The kind's own entries, under its own name.
  }

  /** A page that interceptors have changed. It is marked private, because it may be meant for this caller alone. */
  check(answer: unknown, { client }: Request): Listed {
    const page = checkedAnswer(this.#options.kind.page, answer);
    return { ...page, ...(knowsCaching(client) && { ttlMs: page.ttlMs ?? 0, cacheScope: 'private' }) };
  }

  #pagesFor(client: Client | undefined, view: ListView): Map<string | undefined, Listed> {
    const key = `${knowsCaching(client)} ${view.key}`;
    const pages = this.#pages.get(key) ?? new Map<string | undefined, Listed>();
    this.#pages.set(key, pages);
    return pages;
  }

  /** The place of the first name after another. */
  #placeAfter(name: string | undefined): number {
    return name === undefined ? 0 : lowerBound(this.names, `${name}\0`);
  }
}

function knowsCaching(client: Client | undefined): boolean {
  return client !== undefined && client.revision >= CACHED_SINCE;
}

/** Finds the definition of a class in process. A class that the caller may not see is unknown, like an unlisted one. */
export class ClassSource implements Target, DefinitionSource {
  readonly kind: KindName;
  /** The name for interceptors and the log. */
  readonly name: string;
  readonly source = this;
  readonly #catalogue: Catalogue;
  readonly #place: string;
  readonly #definitions: readonly Definition[];

  /** @param method one of its methods that are handlers; `undefined` for the class itself */
  constructor(catalogue: Catalogue, type: InjectableClass<object>, method?: string) {
    this.#catalogue = catalogue;
    this.#place = method === undefined ? type.name : `${type.name}.${method}`;
    this.kind = catalogue.listTarget.kind;
    this.#definitions = catalogue.registry.all(type, method).filter(({ kind }) => kind.name === this.kind);
    const [definition, ...others] = this.#definitions;
    this.name = definition === undefined || others.length > 0 ? this.#place : this.#addressOf(definition, () => true);
  }

  subjectOf(name: string | undefined): string {
    return this.#catalogue.target(name).subjectOf(name);
  }

  /** @throws {RequestError} if the class is mounted more than once and the caller may see several of its definitions */
  find(_asked: string, request: Request): Definition | undefined {
    const isKnown = ({ visibility }: Definition) => request.allows(visibility);
    const found = this.#definitions.filter(isKnown);
    if (found.length < 2) return found[0];
    const names = found.map((each) => this.#addressOf(each, isKnown)).join(' and ');
    throw new RequestError(`${this.#place} is mounted as ${names}: get one of them by its name`);
  }

  unknown(_asked: string | undefined, request: Request): NotFoundError {
    return this.#catalogue.unknown(this.#place, request);
  }

  /** The name, with the version if there are several. */
  #addressOf({ name, version }: Definition, isKnown: (definition: Definition) => boolean): string {
    const versions = this.#catalogue.versions(name);
    return versions.filter(isKnown).length > 1 ? `${name}@${version}` : name;
  }
}
