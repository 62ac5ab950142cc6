import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { HttpCache } from './http-cache.js';
import { redirectedUrl } from './http-location.js';
import { type HttpOrigins, lookupWithCheck } from './http-origin.js';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

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
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Sends requests, and follows redirections, only to allowed origins at allowed addresses. */
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
   * Sends a request and follows redirections. The caller must read or discard the body of the response.
   * @throws {Error} with the reason, if there is no response
   */
  async request(method: 'GET' | 'HEAD', start: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let url = start;
    for (let redirects = 0; redirects <= this.#limits.maxRedirects; redirects += 1) {
      const response = await this.#send(method, url, signal);
      if (!REDIRECT_STATUSES.has(response.statusCode)) return response;
      await discard(response, signal);
      url = redirectedUrl(url, response.headers['location'], this.#limits.maxUriLength);
    }
    throw new Error(`The server redirects more than ${this.#limits.maxRedirects} times`);
  }

  async #send(method: 'GET' | 'HEAD', url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { origin, privateAddresses, headers } = this.#origins.of(url);
    this.#dispatchers ??= this.#createDispatchers();
    const dispatcher = (await this.#dispatchers)[privateAddresses ? 'private' : 'public'];
    // With HEAD, requests no encoding, because the length of an encoded body is not the size of the resource.
    const encodings = method === 'HEAD' ? 'identity' : 'br, gzip';
    return dispatcher.request({
      origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { accept: '*/*', 'user-agent': 'cuecard', ...headers, 'accept-encoding': encodings },
      signal,
    });
  }

  // Loads undici at first use, because loading it is slow.
  async #createDispatchers(): Promise<Dispatchers> {
    void globalThis.Response; // Loads Node's own fetch first, because undici would otherwise replace it.
    const { Agent, cacheStores, interceptors } = await import('undici');
    const { cacheBytes, maxBytes, timeoutMs } = this.#limits;
    const createCache = () => interceptors.cache({ store: new HttpCache(cacheStores, cacheBytes, maxBytes) });
    const caches = cacheBytes > 0 ? [createCache()] : [];
    const createAgent = (privateAddresses: boolean) =>
      new Agent({
        connect: { lookup: lookupWithCheck(this.#lookup, privateAddresses), timeout: timeoutMs },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        maxHeaderSize: MAX_HEADER_BYTES,
      }).compose(caches);
    return { public: createAgent(false), private: createAgent(true) };
  }
}

/** Discards a body, or closes the connection if the body is long. */
export async function discard({ body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<void> {
  await body.dump({ limit: MAX_DISCARDED_BYTES, signal });
}

/**
 * Runs a task with a signal that aborts after a timeout, or together with the caller's signal. After an abort, throws
 * the reason immediately, even if the task reacts late.
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(
    () => controller.abort(new Error(`The request took longer than ${timeoutMs} ms`)),
    timeoutMs,
  );
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([rejectOnAbort(controller.signal), task(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  br: createBrotliDecompress,
  gzip: createGunzip,
  'x-gzip': createGunzip,
};

/** Thrown if a body is too large. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads and decompresses a body. Stops soon after more than `maxBytes` are decompressed.
 * @throws {BodyTooLargeError} if the decompressed body is larger than `maxBytes`
 */
export async function readBody({ headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  body.on('error', ignoreError); // Without a listener, an error of an unread body would be uncaught.
  try {
    if (Number(headers['content-length']) > maxBytes) throw new BodyTooLargeError();
    const decoder = decoderFor(headers['content-encoding']);
    return await concatChunks(decoder === undefined ? body : pipeline(body, decoder, ignoreError), maxBytes);
  } finally {
    body.destroy();
  }
}

function ignoreError(): void {}

function decoderFor(encoding: string | string[] = 'identity'): Transform | undefined {
  const name = String(encoding).trim().toLowerCase();
  if (name === 'identity') return undefined;
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name]?.() : undefined;
  if (decoder === undefined) throw new Error('The response has a content encoding that was not requested');
  return decoder;
}

async function concatChunks(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const received: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLargeError();
    received.push(chunk);
  }
  return Buffer.concat(received, size);
}
