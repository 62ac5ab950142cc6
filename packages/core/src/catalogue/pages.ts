import type { Client } from '../api/context.js';
import type { ListPage } from '../protocol.js';
import type { ListView } from './list-view.js';

/** The first revision whose lists have caching hints. */
const CACHED_SINCE = '2026-07-28';

/** Whether a client's revision has caching hints. */
export function knowsCaching(client: Client | undefined): boolean {
  return client !== undefined && client.revision >= CACHED_SINCE;
}

/** The caching hints of a page (server/utilities/caching). The adapter decides how long a list may be cached. */
export function cachingHints(client: Client | undefined, isShared: boolean): Pick<ListPage, 'ttlMs' | 'cacheScope'> {
  return knowsCaching(client) ? { ttlMs: 0, cacheScope: isShared ? 'public' : 'private' } : {};
}

/** The pages of a list that is the same for every caller, by view and cursor. */
export class Pages<Page extends object> {
  readonly #pages = new Map<string, Map<string | undefined, Page>>();

  of(client: Client | undefined, view: ListView): Map<string | undefined, Page> {
    const key = knowsCaching(client) ? `${CACHED_SINCE} ${view.key}` : view.key;
    const pages = this.#pages.get(key) ?? new Map<string | undefined, Page>();
    this.#pages.set(key, pages);
    return pages;
  }
}

/** A page may be shared: freeze it and its list. */
export function frozen<Page extends object>(page: Page): Page {
  for (const member of Object.values(page)) Object.freeze(member);
  return Object.freeze(page);
}
