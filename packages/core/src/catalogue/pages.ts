import type { Client } from '../api/context.js';
import { stepOf } from '../output/degradation.js';
import { NEWEST } from './list-entries.js';

/** The first revision whose lists have caching hints. */
const CACHED_SINCE = '2026-07-28';

/** Whether a client's revision has caching hints. */
export function knowsCaching(client: Client | undefined): boolean {
  return client !== undefined && client.revision >= CACHED_SINCE;
}

/** The pages of a list that is the same for every caller, by revision and cursor. */
export class Pages<Page extends object> {
  readonly #pages = new Map<string, Map<string | undefined, Page>>();

  of(client: Client | undefined): Map<string | undefined, Page> {
    const key = keyOf(client);
    const pages = this.#pages.get(key) ?? new Map<string | undefined, Page>();
    this.#pages.set(key, pages);
    return pages;
  }
}

/** Returns the same key for clients that see the same list. */
function keyOf(client: Client | undefined): string {
  if (knowsCaching(client)) return CACHED_SINCE;
  return client === undefined ? NEWEST : stepOf(client.revision);
}

/** A page may be shared: freeze it and its list. */
export function frozen<Page extends object>(page: Page): Page {
  for (const member of Object.values(page)) Object.freeze(member);
  return Object.freeze(page);
}
