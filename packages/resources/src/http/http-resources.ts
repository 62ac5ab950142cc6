import {
  ANY_TIME,
  type CallOptions,
  type OptionKinds,
  validateOptions,
  limit,
  type ListedResource,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
  type ResourceTemplate,
} from '@cuecard/core';
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { tooLargeError } from '../contents.js';
import { discard, HttpClient, type HttpLimits, withDeadline, BodyTooLargeError, readBody } from './http-client.js';
import { httpContents, mimeTypeOf } from './http-contents.js';
import { parseHttpUrl, displayName } from './http-location.js';
import { type HttpOrigin, HttpOrigins } from './http-origin.js';

export interface HttpResourcesOptions {
  /** The allowed origins, such as `https://docs.example.com`. Requests go only to these origins. */
  readonly origins: readonly (string | HttpOrigin)[];
  /**
   * The maximum size of a body, in bytes after decompression. Reading a larger body fails with an error that names the
   * limit.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * The time limit of a read including all redirections, in milliseconds.
   * @default 10000
   */
  readonly timeoutMs?: number;
  /**
   * The maximum number of redirections. Redirections are followed only to allowed origins, and never from https to
   * http.
   * @default 5
   */
  readonly maxRedirects?: number;
  /**
   * The maximum length of a URL or redirection target, in characters. A longer URL counts as missing.
   * @default 8000
   */
  readonly maxUriLength?: number;
  /**
   * The size of the cache for cacheable responses, in bytes; 0 disables it.
   * @default 16777216
   */
  readonly cacheBytes?: number;
  /**
   * Looks up the addresses of a host. Set it to use a different name service.
   * @default `lookup` of `node:dns`
   */
  readonly lookup?: LookupFunction;
}

const OPTIONS: OptionKinds<HttpResourcesOptions> = {
  origins: true,
  maxBytes: true,
  timeoutMs: true,
  maxRedirects: true,
  maxUriLength: true,
  cacheBytes: true,
  lookup: true,
};

/** The statuses that mean that a server does not support HEAD. */
const HEAD_UNSUPPORTED = new Set([405, 501]);

/**
 * Reads `http:` and `https:` URLs of the configured origins only. Connects to a host only if all its addresses are
 * public; with `privateAddresses`, they may also be private. Caches responses by the rules for shared caches (RFC
 * 9111).
 */
export class HttpResources extends ResourceReader {
  readonly #origins: HttpOrigins;
  readonly #limits: HttpLimits;
  readonly #client: HttpClient;

  /**
   * @throws {TypeError} if an option does not exist, or an origin is invalid, repeated, at a rejected address, or has
   * invalid headers
   * @throws {RangeError} if a limit is invalid
   */
  constructor(options: HttpResourcesOptions) {
    super();
    const { origins, lookup = systemLookup, ...limits } = validateOptions('HttpResources', options, OPTIONS);
    const { maxBytes = 1_048_576, timeoutMs = 10_000, cacheBytes = 16_777_216 } = limits;
    const { maxRedirects = 5, maxUriLength = 8000 } = limits;
    this.#origins = new HttpOrigins(origins);
    this.#limits = {
      maxBytes: limit('maxBytes', maxBytes),
      timeoutMs: limit('timeoutMs', timeoutMs, ANY_TIME),
      maxRedirects: limit('maxRedirects', maxRedirects, { min: 0 }),
      maxUriLength: limit('maxUriLength', maxUriLength),
      cacheBytes: limit('cacheBytes', cacheBytes, { min: 0 }),
    };
    this.#client = new HttpClient(this.#origins, this.#limits, lookup);
  }

  /** Whether a URI has the scheme `http:` or `https:`. */
  override accepts(uri: string): boolean {
    return /^https?:/i.test(uri);
  }

  /**
   * Returns the contents at a URL: text if the server declares text and the bytes are valid, bytes otherwise.
   * @throws {NotFoundError} if the resource does not exist or reading it is not allowed
   * @throws {RequestError} if the body is larger than `maxBytes`
   */
  override async read(uri: string, call?: CallOptions): Promise<ResourceContents> {
    return this.#run(uri, call, async (url, signal) => {
      const response = await this.#client.request('GET', url, signal);
      await checkStatus(response, signal);
      const bytes = await readBody(response, this.#limits.maxBytes);
      return httpContents(url.href, response.headers['content-type'], bytes);
    });
  }

  /**
   * Returns the server's metadata for a URL. Reads the contents only if the server does not support HEAD.
   * @throws {NotFoundError} if the resource does not exist or reading it is not allowed
   */
  override async describe(uri: string, call?: CallOptions): Promise<ListedResource> {
    const description = await this.#run(uri, call, async (url, signal) => {
      const response = await this.#client.request('HEAD', url, signal);
      if (!HEAD_UNSUPPORTED.has(response.statusCode)) await checkStatus(response, signal);
      await discard(response, signal);
      return HEAD_UNSUPPORTED.has(response.statusCode) ? undefined : describeResponse(url, response);
    });
    return description ?? { ...(await super.describe(uri, call)), name: displayName(this.#urlOf(uri)) };
  }

  /** One template for each origin. */
  override get templates(): readonly ResourceTemplate[] {
    return this.#origins.sortedOrigins.map((origin) => ({
      uriTemplate: `${origin}/{+path}`,
      name: new URL(origin).host,
    }));
  }

  /** Returns the origins that start with the typed text. */
  override async complete(prefix: string): Promise<string[]> {
    return this.#origins.sortedOrigins.map((origin) => `${origin}/`).filter((uri) => uri.startsWith(prefix));
  }

  #urlOf(uri: string): URL {
    return parseHttpUrl(uri, this.#limits.maxUriLength);
  }

  // Hides the reason for an error from the client, so that clients cannot probe the network.
  async #run<Result>(
    uri: string,
    { signal }: CallOptions = {},
    task: (url: URL, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await withDeadline(this.#limits.timeoutMs, signal, async (deadline) => task(this.#urlOf(uri), deadline));
    } catch (cause) {
      signal?.throwIfAborted();
      if (!(cause instanceof BodyTooLargeError)) throw new NotFoundError('resource', uri, { cause });
      const url = this.#urlOf(uri);
      throw tooLargeError(url.href, displayName(url), this.#limits.maxBytes);
    }
  }
}

async function checkStatus(response: Dispatcher.ResponseData, signal: AbortSignal): Promise<void> {
  if (response.statusCode === 200) return;
  await discard(response, signal);
  throw new Error(`The server answered with status ${response.statusCode}`);
}

function describeResponse(url: URL, { headers }: Dispatcher.ResponseData): ListedResource {
  const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : Number.NaN;
  return {
    uri: url.href,
    name: displayName(url),
    mimeType: mimeTypeOf(headers['content-type']),
    ...(Number.isSafeInteger(length) && { size: length }),
  };
}
