import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { checkedLookup } from './checked-lookup.js';
import { HttpCache } from './http-cache.js';
import { redirectedUrl } from './http-location.js';
import type { HttpOrigins } from './http-origin.js';

export interface HttpLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  readonly maxUriLength: number;
  readonly cacheBytes: number;
}

type Dispatchers = Record<'public' | 'private', Dispatcher>;

const MAX_HEADER_BYTES = 16_384;
const MAX_DISCARDED_BYTES = 16_384;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Sends requests only to allowed origins at allowed addresses, redirections included. */
export class HttpClient {
  readonly #origins: HttpOrigins;
  readonly #limits: HttpLimits;
  readonly #lookup: LookupFunction;
  #dispatchers: Promise<Dispatchers> | undefined;

  constructor(origins: HttpOrigins, limits: HttpLimits, lookup: LookupFunction) {
    this.#origins = origins;
    this.#limits = limits;
    this.#lookup = lookup;
  }

  /**
   * The response after all redirections, with its body still to be read or discarded.
   * @throws {Error} with the reason, if there is none
   */
  async request(method: 'GET' | 'HEAD', start: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let url = start;
    for (let redirects = 0; redirects <= this.#limits.maxRedirects; redirects += 1) {
      const response = await this.#send(method, url, signal);
      if (!REDIRECTS.has(response.statusCode)) return response;
      await discard(response, signal);
      url = redirectedUrl(url, response.headers['location'], this.#limits.maxUriLength);
    }
    throw new Error(`It redirects more than ${this.#limits.maxRedirects} times`);
  }

  async #send(method: 'GET' | 'HEAD', url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { origin, privateAddresses, headers } = this.#origins.of(url);
    this.#dispatchers ??= this.#open();
    const dispatcher = (await this.#dispatchers)[privateAddresses ? 'private' : 'public'];
    // The length of encoded contents would not be the size of the resource.
    const encodings = method === 'HEAD' ? 'identity' : 'br, gzip';
    return dispatcher.request({
      origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { accept: '*/*', 'user-agent': 'cuecard', ...headers, 'accept-encoding': encodings },
      signal,
    });
  }

  // undici is loaded at first use, because loading it is slow.
  async #open(): Promise<Dispatchers> {
    void globalThis.Response; // Otherwise undici would replace Node's own fetch, if Node has not loaded its copy yet.
    const { Agent, cacheStores, interceptors } = await import('undici');
    const { cacheBytes, maxBytes, timeoutMs } = this.#limits;
    const cache = () => interceptors.cache({ store: new HttpCache(cacheStores, cacheBytes, maxBytes) });
    const caches = cacheBytes > 0 ? [cache()] : [];
    const open = (privateAddresses: boolean) =>
      new Agent({
        connect: { lookup: checkedLookup(this.#lookup, privateAddresses), timeout: timeoutMs },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        maxHeaderSize: MAX_HEADER_BYTES,
      }).compose(caches);
    return { public: open(false), private: open(true) };
  }
}

/** Discards a body, or closes the connection if the body is long. */
export async function discard({ body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<void> {
  await body.dump({ limit: MAX_DISCARDED_BYTES, signal });
}
