import type { CallOptions, Runtime } from '@cuecard/core';

export type Entry = Readonly<Record<string, unknown>> & { readonly name: string };

/** The maximum number of pages: clients stop there, too. */
const MAX_PAGES = 200;

/** The cursor of a page, and its last name. */
interface Page {
  readonly cursor: string | undefined;
  readonly last: string;
}

/** Finds entries in the lists of a runtime, as clients get them. */
export class ListSearch {
  readonly #runtime: Runtime;
  /** The pages of sorted lists for clients without a profile, as starting points. */
  readonly #pages = new Map<string, Promise<readonly Page[]>>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Finds an entry by name in a list that is sorted by name. */
  async byName(method: string, name: string, call: CallOptions): Promise<Entry | undefined> {
    const pages = await this.#pagesOf(method);
    const cursor = pages.find(({ last }) => last >= name)?.cursor ?? pages.at(-1)?.cursor;
    return this.#find(method, { cursor, isMeant: (entry) => entry.name === name }, call);
  }

  /** Finds an entry after those of clients without a profile, such as a prompt as a tool. */
  async last(method: string, isMeant: (entry: Entry) => boolean, call: CallOptions): Promise<Entry | undefined> {
    const cursor = (await this.#pagesOf(method)).at(-1)?.cursor;
    return this.#find(method, { cursor, isMeant }, call);
  }

  /** Finds an entry in a list of any order. */
  first(method: string, isMeant: (entry: Entry) => boolean, call: CallOptions): Promise<Entry | undefined> {
    return this.#find(method, { cursor: undefined, isMeant }, call);
  }

  async #find(
    method: string,
    { cursor, isMeant }: { readonly cursor: string | undefined; readonly isMeant: (entry: Entry) => boolean },
    call: CallOptions,
  ): Promise<Entry | undefined> {
    for await (const { entries } of this.#walk(method, cursor, call)) {
      const found = entries.find(isMeant);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #pagesOf(method: string): Promise<readonly Page[]> {
    const known = this.#pages.get(method) ?? this.#index(method);
    this.#pages.set(method, known);
    return known;
  }

  async #index(method: string): Promise<readonly Page[]> {
    const pages: Page[] = [];
    for await (const { cursor, entries } of this.#walk(method, undefined, {}))
      pages.push({ cursor, last: entries.at(-1)?.name ?? '' });
    return pages;
  }

  async *#walk(method: string, from: string | undefined, call: CallOptions) {
    const { answer } = this.#runtime.methods.get(method) ?? {};
    let cursor = from;
    for (let count = 0; answer !== undefined && count < MAX_PAGES; count += 1) {
      const page: object = await answer(cursor === undefined ? {} : { cursor }, call);
      const entries = (Object.values(page).find((each) => Array.isArray(each)) ?? []) as readonly Entry[];
      yield { cursor, entries };
      cursor = (page as { readonly nextCursor?: string }).nextCursor;
      if (cursor === undefined) return;
    }
  }
}
