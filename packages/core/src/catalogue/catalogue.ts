import type { Client } from '../api/context.js';
import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import type { ClassKind } from '../definition/kind.js';
import { NotFoundError } from '../errors.js';
import { limit } from '../limits.js';
import type { Operation } from '../engine/engine.js';
import type { Answer, VersionSelector } from '../api/calls.js';
import type { ListEntry, ListPage } from '../protocol.js';
import type { DefinitionIndex } from '../registry/definition-index.js';
import type { Registry } from '../registry/registry.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import { splitName } from '../definition/definition-options.js';
import type { ListView, ListEntries } from './list-view.js';
import type { Awaitable } from '../types.js';
import { NameSuggestions, VisibleNames } from './suggestions.js';
import { cachingHints, frozen, knowsCaching, Pages } from './pages.js';
/** A page of the list of a kind. */
type Page = ListPage & Answer;

interface ListParams {
  readonly cursor?: string;
}

export interface CatalogueOptions<Listed extends Page = Page> {
  /** The kind to list. */
  readonly kind: ClassKind<object, Listed>;
  /** The number of definitions on a page. */
  readonly pageSize: number;
  /** Chooses among versions; the first selector with a result wins. */
  readonly select: readonly VersionSelector[];
  /** The list entries, shared by all registries of a runtime: successive registries have most definitions in common. */
  readonly entries: ListEntries;
  /** How a client sees the list. */
  readonly viewOf: (client: Client | undefined) => ListView;
  /** Whether others than the catalogue decide what a client sees, such as interceptors: then no two may share a page. */
  readonly isPrivate: boolean;
}

/** What callers see of one kind in a registry, in lists, calls and completions. Created once per registry. */
export class Catalogue<Listed extends Page = Page> implements DefinitionSource, Operation<ListParams, Listed> {
  readonly registry: Registry;
  /** Whether callers see different lists. */
  readonly varies: boolean;
  /** The names whose version selectors choose. */
  readonly chosenNames: readonly string[];
  /** Whether a page has been sent. */
  isListed = false;
  readonly #options: CatalogueOptions<Listed>;
  readonly #named: DefinitionIndex['named'];
  readonly #visible: VisibleNames;
  readonly #suggestions: NameSuggestions;
  readonly #pages = new Pages<Listed>();

  /** @throws {RangeError} if the page size is invalid */
  constructor(registry: Registry, options: CatalogueOptions<Listed>) {
    limit('pageSize', options.pageSize);
    this.registry = registry;
    this.#options = options;
    const { names, named } = registry.index(options.kind.name);
    this.#named = named;
    const versionsOf = (name: string) => this.versions(name);
    this.#visible = new VisibleNames(names, versionsOf);
    this.#suggestions = new NameSuggestions(this.#visible, versionsOf);
    this.chosenNames = this.hasSelectors ? names.filter((name) => versionsOf(name).length > 1) : [];
    const isPartlyVisible = (name: string) => versionsOf(name).some(({ visibility }) => visibility !== undefined);
    this.varies = this.chosenNames.length > 0 || names.some(isPartlyVisible);
  }

  /** All names, in code unit order. */
  get names(): readonly string[] {
    return this.#visible.all;
  }

  /** The versions of a name, highest release first. */
  versions(name: string): readonly Definition[] {
    return this.#named.get(name) ?? [];
  }

  /** Choose among versions; the first with a result wins. */
  get selectors(): readonly VersionSelector[] {
    return this.#options.select;
  }

  get hasSelectors(): boolean {
    return this.selectors.length > 0;
  }

  /** The definition that answers for `name` or `name@version`; `undefined` if the caller may not see one. */
  find(asked: string, request: Request): Definition | undefined {
    const known = this.#named.get(asked);
    if (known?.length === 1 && known[0].visibility === undefined) return known[0];
    const { name, version } = splitName(asked);
    const versions = this.#named.get(name);
    if (versions === undefined) return undefined;
    const visible = versions.filter(({ visibility }) => request.allows(visibility));
    if (version !== undefined) return visible.find((each) => each.version === version);
    const [first, ...others] = visible;
    if (first === undefined || others.length === 0 || !this.hasSelectors) return first;
    return request.choices.of([first, ...others], this.#options.select, request);
  }

  isChosen(asked: string): boolean {
    return this.hasSelectors && (this.#named.get(asked)?.length ?? 0) > 1;
  }

  /** The error for an unknown name. It suggests the nearest name that the caller may see. */
  unknown(asked: string | undefined, request: Request): NotFoundError {
    const { name } = this.#options.kind;
    if (asked === undefined) return new NotFoundError(name, asked);
    return new NotFoundError(name, asked, {
      suggestion: this.#suggestions.meant(asked, request),
    });
  }

  /** The target of a list request. */
  get listing(): Target {
    return {
      kind: this.#options.kind.name,
      name: undefined,
      source: undefined,
      subjectOf: () => `The list of ${this.#options.kind.name}s`,
    };
  }

  /** The target of a request for one definition. */
  target(name: unknown): Target {
    const { kind } = this.#options;
    return { kind: kind.name, name, source: this, subjectOf: (asked) => kind.subjectOf(asked ?? '') };
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
    const view = this.#options.viewOf(request.client);
    const pages = this.varies ? undefined : this.#pages.of(request.client, view);
    const kept = pages?.get(cursor);
    if (kept !== undefined) return kept;
    // An empty string is a cursor too (2026-07-28, server/utilities/pagination), but an invalid one.
    const name = cursor === undefined ? undefined : readCursor(cursor);
    const after = this.#visible.placeOf(name);
    if (this.varies) return request.decided(() => this.#pageAfter(after, request, view));
    const page = this.#pageAfter(after, request, view);
    // Cache page boundaries only: invented cursors must not fill the memory.
    if ((after + 1) % this.#options.pageSize === 0 && this.names[after] === name) pages?.set(cursor, page);
    return page;
  }

  /** The list entry of a definition, as a client sees it. */
  entryFor(definition: Definition, client: Client | undefined): ListEntry {
    return this.#options.entries.of(definition, this.#options.viewOf(client));
  }

  /**
   * The definitions after a name that the caller may see, in the order of their names.
   * @param among the names to look at; by default all
   */
  *visibleAfter(name: string | undefined, request: Request, among = this.#visible): Generator<Definition, void> {
    this.isListed = true;
    for (const each of among.allAfter(name, request, this.#options.pageSize)) {
      const definition = this.find(each, request);
      if (definition !== undefined) yield definition;
    }
  }

  /** A page that interceptors have changed. It is marked private, because it may be meant for this caller alone. */
  recheck(answer: unknown, { client }: Request): Listed {
    const page = this.#options.kind.recheckPage(answer);
    return { ...page, ...(knowsCaching(client) && { ttlMs: page.ttlMs ?? 0, cacheScope: 'private' }) };
  }

  #pageAfter(after: number, request: Request, view: ListView): Listed {
    const { pageSize, kind, isPrivate } = this.#options;
    const names = this.#visible.after(after, request, pageSize + 1);
    const isLast = names.length <= pageSize;
    const entries = names.slice(0, pageSize).flatMap((name) => {
      const definition = this.find(name, request);
      return definition === undefined ? [] : [this.#options.entries.of(definition, view)];
    });
    const last = names[pageSize - 1];
    const rest = {
      ...(!isLast && last !== undefined && { nextCursor: cursorAfter(last) }),
      ...cachingHints(request.client, !this.varies && !isPrivate && !view.isSpecial),
    };
    return frozen(kind.pageOf(entries, rest));
  }
}
