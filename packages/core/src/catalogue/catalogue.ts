import type { Client } from '../api/context.js';
import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import type { Kind } from '../definition/kind.js';
import { NotFoundError } from '../errors.js';
import { limit } from '../limits.js';
import { lowerBound } from '../text/lower-bound.js';
import { NameIndex } from '../text/name-index.js';
import { nearest } from '../text/nearest.js';
import { stepOf } from '../output/degradation.js';
import type { Operation } from '../engine/operation.js';
import { toList } from '../output/answer-shapes.js';
import type { ListPromptsParams, ListPromptsResult } from '../protocol.js';
import type { Registry } from '../registry/registry.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import type { VersionSelector } from '../api/selector.js';
import { splitName } from '../definition/version.js';
import { type ListEntries, NEWEST } from './list-entries.js';
import { firstAfter, groupByRule, type RuleGroup, rulesOf } from './rule-groups.js';
import { chooseVersion } from './version-choice.js';

export interface CatalogueOptions {
  /** The kind that it lists. */
  readonly kind: Kind;
  /** How many definitions a page has. */
  readonly pageSize: number;
  /** What chooses among versions; the first that has an opinion. */
  readonly select: readonly VersionSelector[];
  /** The list's entries; made once for all registries of a runtime, of which most have most in common. */
  readonly entries: ListEntries;
  /** Whether interceptors see the list: then nobody knows whom else a page is for. */
  readonly isIntercepted: boolean;
}

/** The first revision in which lists say who may keep them. */
const CACHED_SINCE = '2026-07-28';

/** How many versions of a name are compared with the one that was asked for. */
const MAX_VERSIONS = 64;

/** What callers see of a registry: the same in a list, in `get` and in a completion. Made once a registry. */
export class Catalogue implements DefinitionSource, Operation<ListPromptsParams, ListPromptsResult> {
  readonly registry: Registry;
  /** Whether callers see different lists. */
  readonly varies: boolean;
  /** Whether a page has been given out. */
  isListed = false;
  readonly #options: CatalogueOptions;
  readonly #names: readonly string[];
  readonly #named: Registry['named'];
  readonly #groups: readonly RuleGroup[];
  readonly #indexes: ReadonlyMap<RuleGroup, NameIndex>;
  /** Where everybody sees the same list, its pages by what clients know, and by the cursor that leads to each. */
  readonly #pages = new Map<string, Map<string | undefined, ListPromptsResult>>();

  /** @throws {RangeError} for a size that makes no pages */
  constructor(registry: Registry, options: CatalogueOptions) {
    limit('pageSize', options.pageSize);
    this.registry = registry;
    this.#options = options;
    this.#names = registry.names();
    this.#named = registry.named;
    const named = this.#names.map((name) => registry.versions(name) ?? []);
    this.#groups = groupByRule(named.map(rulesOf));
    this.#indexes = new Map(this.#groups.map((group) => [group, new NameIndex(this.#namesAt(group.positions))]));
    const isChosen = this.hasSelectors && named.some((versions) => versions.length > 1);
    const isHidden = named.some((versions) => versions.some(({ visibility }) => visibility !== undefined));
    this.varies = isChosen || isHidden;
  }

  /** Whether anything but the order of versions chooses among them. */
  get hasSelectors(): boolean {
    return this.#options.select.length > 0;
  }

  /** The prompt that answers for a name, or for `name@version`; nothing where the caller may not know of one. */
  find(asked: string, request: Request): Definition | undefined {
    const known = this.#named.get(asked);
    if (known?.length === 1 && known[0].visibility === undefined) return known[0];
    const { name, version } = splitName(asked);
    const versions = this.#named.get(name);
    if (versions === undefined) return undefined;
    const visible = versions.filter(({ visibility }) => request.allows(visibility));
    if (version !== undefined) return visible.find((each) => each.version === version);
    return chooseVersion(visible, this.#options.select, request);
  }

  /** Suggests what was probably meant, of what the caller may know. */
  unknown(asked: string | undefined, request: Request): NotFoundError {
    const suggestion = asked === undefined ? undefined : this.#meant(asked, request);
    return new NotFoundError(this.#options.kind.name, asked, { suggestion });
  }

  /** A request for a page of the list. */
  get listing(): Target {
    return {
      kind: this.#options.kind.name,
      name: undefined,
      source: undefined,
      subjectOf: () => `The list of ${this.#options.kind.name}s`,
    };
  }

  /** A request for the definition of a name. */
  target(name: unknown): Target {
    const { kind } = this.#options;
    return { kind: kind.name, name, source: this, subjectOf: (asked) => kind.subjectOf(asked ?? '') };
  }

  get method(): string {
    return this.#options.kind.methods.list;
  }

  /**
   * A page of the list, frozen.
   * @throws {InvalidCursorError} for a cursor that no page came with
   */
  answer({ cursor }: ListPromptsParams, request: Request): ListPromptsResult {
    request.step = 'list';
    this.isListed = true;
    const pages = this.varies ? undefined : this.#pagesFor(request.client);
    const kept = pages?.get(cursor);
    if (kept !== undefined) return kept;
    // An empty string is a cursor too (2026-07-28, server/utilities/pagination): one that no page came with.
    const name = cursor === undefined ? undefined : readCursor(cursor);
    const after = name === undefined ? -1 : lowerBound(this.#names, `${name}\0`) - 1;
    const page = this.#pageAfter(after, request);
    // Only where a page begins: whoever makes cursors up must not fill the memory.
    if ((after + 1) % this.#options.pageSize === 0 && this.#names[after] === name) pages?.set(cursor, page);
    return page;
  }

  /** A page that interceptors have changed: as far as can be known, it is for this caller alone. */
  recheck(answer: unknown, { client }: Request): ListPromptsResult {
    const page = toList(answer);
    return { ...page, ...(isCaching(client) && { ttlMs: page.ttlMs ?? 0, cacheScope: 'private' }) };
  }

  #meant(asked: string, request: Request): string | undefined {
    const { name } = splitName(asked);
    const versions = name === asked ? [] : (this.registry.versions(name) ?? []);
    const known = versions.filter(({ visibility }) => request.allows(visibility));
    if (known.length === 0) return nearest(asked, this.#similar(asked, request));
    const addresses = known.slice(0, MAX_VERSIONS).map(({ version }) => `${name}@${version}`);
    return nearest(asked, addresses) ?? name;
  }

  #similar(asked: string, request: Request): readonly string[] {
    const indexes = this.#visible(request).flatMap((group) => this.#indexes.get(group) ?? []);
    return NameIndex.similar(asked, indexes);
  }

  #namesAt(positions: readonly number[]): string[] {
    return positions.map((position) => this.#names[position] as string);
  }

  #pagesFor(client: Client | undefined): Map<string | undefined, ListPromptsResult> {
    const key = keyOf(client);
    const pages = this.#pages.get(key) ?? new Map<string | undefined, ListPromptsResult>();
    this.#pages.set(key, pages);
    return pages;
  }

  #pageAfter(after: number, request: Request): ListPromptsResult {
    const { pageSize } = this.#options;
    const names = this.#namesAt(firstAfter(this.#visible(request), after, pageSize + 1));
    const isLast = names.length <= pageSize;
    const prompts = names.slice(0, pageSize).flatMap((name) => {
      const definition = this.find(name, request);
      return definition === undefined ? [] : [this.#options.entries.of(definition, request.client)];
    });
    Object.freeze(prompts);
    const last = names[pageSize - 1];
    return Object.freeze({
      prompts,
      ...(!isLast && last !== undefined && { nextCursor: cursorAfter(last) }),
      ...this.#hints(request.client),
    });
  }

  /** Who may keep the list (server/utilities/caching); for how long is the adapter's to say. */
  #hints(client: Client | undefined): Pick<ListPromptsResult, 'ttlMs' | 'cacheScope'> {
    if (!isCaching(client)) return {};
    const isShared = !this.varies && !this.#options.isIntercepted;
    return { ttlMs: 0, cacheScope: isShared ? 'public' : 'private' };
  }

  #visible(request: Request): readonly RuleGroup[] {
    return this.#groups.filter(({ rules }) => rules.length === 0 || rules.some((rule) => request.allows(rule)));
  }
}

/** The same for clients that see the same list. */
function keyOf(client: Client | undefined): string {
  if (isCaching(client)) return CACHED_SINCE;
  return client === undefined ? NEWEST : stepOf(client.revision);
}

const isCaching = (client: Client | undefined) => client !== undefined && client.revision >= CACHED_SINCE;
