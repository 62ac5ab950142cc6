import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import type undici from 'undici';

type CacheStore = InstanceType<typeof undici.cacheStores.MemoryCacheStore>;
type CacheKey = Parameters<CacheStore['get']>[0];
type CacheValue = Parameters<CacheStore['createWriteStream']>[1];

/** The maximum number of responses. Limits the memory for headers, which the size limit does not count. */
const MAX_ENTRIES = 500;

/** Caches responses in memory. When the cache is full, drops all responses. */
export class HttpCache {
  readonly #createStore: () => CacheStore;
  #store: CacheStore;

  constructor({ MemoryCacheStore }: typeof undici.cacheStores, maxBytes: number, maxEntryBytes: number) {
    this.#createStore = () =>
      new MemoryCacheStore({ maxSize: maxBytes, maxCount: MAX_ENTRIES, maxEntrySize: maxEntryBytes });
    this.#store = this.#freshStore();
  }

  get(key: CacheKey): ReturnType<CacheStore['get']> {
    return this.#store.get(key);
  }

  createWriteStream(key: CacheKey, value: CacheValue): Writable | undefined {
    return this.#store.createWriteStream(key, withoutBackgroundWork(value));
  }

  delete(key: CacheKey): void {
    void this.#store.delete(key);
  }

  // Replaces the whole store when it is full, because undici's store never drops the only response for a URL.
  #freshStore(): CacheStore {
    const store = this.#createStore();
    if (store instanceof EventEmitter) store.once('maxSizeExceeded', () => (this.#store = this.#freshStore()));
    return store;
  }
}

// Removes `stale-while-revalidate`, because revalidation in the background would have no limit of time or size.
function withoutBackgroundWork(value: CacheValue): CacheValue {
  const { 'stale-while-revalidate': _unused, ...cacheControlDirectives } = value.cacheControlDirectives ?? {};
  return { ...value, cacheControlDirectives };
}
