import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import type undici from 'undici';

type Store = InstanceType<typeof undici.cacheStores.MemoryCacheStore>;
type Key = Parameters<Store['get']>[0];
type Value = Parameters<Store['createWriteStream']>[1];

/** The maximum number of responses, because their headers need space as well. */
const MAX_ENTRIES = 500;

/** Keeps responses in memory, and drops all of them when there are too many. */
export class HttpCache {
  readonly #create: () => Store;
  #store: Store;

  constructor({ MemoryCacheStore }: typeof undici.cacheStores, maxBytes: number, maxEntryBytes: number) {
    this.#create = () =>
      new MemoryCacheStore({ maxSize: maxBytes, maxCount: MAX_ENTRIES, maxEntrySize: maxEntryBytes });
    this.#store = this.#fresh();
  }

  get(key: Key): ReturnType<Store['get']> {
    return this.#store.get(key);
  }

  createWriteStream(key: Key, value: Value): Writable | undefined {
    return this.#store.createWriteStream(key, withoutBackgroundWork(value));
  }

  delete(key: Key): void {
    void this.#store.delete(key);
  }

  // undici's store reports when it is full, and would keep a response that is the only one to its URL.
  #fresh(): Store {
    const store = this.#create();
    if (store instanceof EventEmitter) store.once('maxSizeExceeded', () => (this.#store = this.#fresh()));
    return store;
  }
}

// Revalidation in the background would have no limit of time or size.
function withoutBackgroundWork(value: Value): Value {
  const { 'stale-while-revalidate': _unused, ...cacheControlDirectives } = value.cacheControlDirectives ?? {};
  return { ...value, cacheControlDirectives };
}
