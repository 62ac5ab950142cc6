import {
  ANY_TIME,
  type CallOptions,
  type Known,
  knownOptions,
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
import { tooLarge } from '../contents.js';
import { withDeadline } from './deadline.js';
import { BodyTooLargeError, readBody } from './http-body.js';
import { discard, HttpClient, type HttpLimits } from './http-client.js';
import { httpContents, mimeTypeOf } from './http-contents.js';
import { httpUrl, nameOf } from './http-location.js';
import { type HttpOrigin, HttpOrigins } from './http-origin.js';

export interface HttpResourcesOptions {
  /** The origins that may be read from, such as `https://docs.example.com`; no other is asked for anything. */
  readonly origins: readonly (string | HttpOrigin)[];
  /**
   * The size of the largest body that is read, in bytes and decompressed; a larger one is an error that says so.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * How long a read may take in all, with its redirections, in milliseconds.
   * @default 10000
   */
  readonly timeoutMs?: number;
  /**
   * How many redirections are followed, to allowed origins and never from https to http.
   * @default 5
   */
  readonly maxRedirects?: number;
  /**
   * How long a URL may be, in characters, also one that a server redirects to; nothing is at a longer one.
   * @default 8000
   */
  readonly maxUriLength?: number;
  /**
   * How much is kept of what servers let be kept, in bytes; 0 keeps nothing.
   * @default 16777216
   */
  readonly cacheBytes?: number;
  /**
   * Finds the addresses of a host, for a name service of one's own.
   * @default `lookup` of `node:dns`
   */
  readonly lookup?: LookupFunction;
}

const OPTIONS: Known<HttpResourcesOptions> = {
  origins: true,
  maxBytes: true,
  timeoutMs: true,
  maxRedirects: true,
  maxUriLength: true,
  cacheBytes: true,
  lookup: true,
};

/** The answers of servers that do not take HEAD. */
const HEAD_NOT_TAKEN = new Set([405, 501]);

/**
 * Reads `http:` and `https:` URLs of the given origins, and no others. A host is only connected to if all of its
 * addresses are public, or private where that is allowed. What servers let be kept is kept, as RFC 9111 has it for
 * caches that are shared.
 */
export class HttpResources extends ResourceReader {
  readonly #origins: HttpOrigins;
  readonly #limits: HttpLimits;
  readonly #client: HttpClient;

  /**
   * @throws {TypeError} for an option that does not exist, and for an origin that is not written as one, is there
   * twice, is at an address that is refused, or has headers that cannot be sent
   * @throws {RangeError} if a limit is invalid
   */
  constructor(options: HttpResourcesOptions) {
    super();
    const { origins, lookup = systemLookup, ...limits } = knownOptions('HttpResources', options, OPTIONS);
    const { maxBytes = 1_048_576, timeoutMs = 10_000, cacheBytes = 16_777_216 } = limits;
    const { maxRedirects = 5, maxUriLength = 8000 } = limits;
    this.#origins = new HttpOrigins(origins);
    this.#limits = {
      maxBytes: limit('maxBytes', maxBytes),
      timeoutMs: limit('timeoutMs', timeoutMs, ANY_TIME),
      maxRedirects: limit('maxRedirects', maxRedirects, { least: 0 }),
      maxUriLength: limit('maxUriLength', maxUriLength),
      cacheBytes: limit('cacheBytes', cacheBytes, { least: 0 }),
    };
    this.#client = new HttpClient(this.#origins, this.#limits, lookup);
  }

  /** `http:` and `https:` URIs. */
  override accepts(uri: string): boolean {
    return /^https?:/i.test(uri);
  }

  /**
   * The contents behind a URL: text where the server says so and it is some, bytes otherwise.
   * @throws {NotFoundError} when there is nothing that may be read, or the server does not hand it over
   * @throws {RequestError} for a body larger than `maxBytes`
   */
  override async read(uri: string, call?: CallOptions): Promise<ResourceContents> {
    return this.#attempt(uri, call, async (url, signal) => {
      const response = await this.#client.request('GET', url, signal);
      await checkStatus(response, signal);
      const bytes = await readBody(response, this.#limits.maxBytes);
      return httpContents(url.href, response.headers['content-type'], bytes);
    });
  }

  /**
   * What the server tells about a URL without sending its contents; these are read if it does not tell.
   * @throws {NotFoundError} when there is nothing that may be read, or the server does not tell
   */
  override async describe(uri: string, call?: CallOptions): Promise<ListedResource> {
    const described = await this.#attempt(uri, call, async (url, signal) => {
      const response = await this.#client.request('HEAD', url, signal);
      if (!HEAD_NOT_TAKEN.has(response.statusCode)) await checkStatus(response, signal);
      await discard(response, signal);
      return HEAD_NOT_TAKEN.has(response.statusCode) ? undefined : description(url, response);
    });
    return described ?? { ...(await super.describe(uri, call)), name: nameOf(this.#urlOf(uri)) };
  }

  /** One for each origin. */
  override get templates(): readonly ResourceTemplate[] {
    return this.#origins.names.map((origin) => ({ uriTemplate: `${origin}/{+path}`, name: new URL(origin).host }));
  }

  /** The origins that begin with what was typed, 100 at most. */
  override async complete(prefix: string): Promise<string[]> {
    const found = this.#origins.names.map((origin) => `${origin}/`).filter((uri) => uri.startsWith(prefix));
    return found.slice(0, 100);
  }

  #urlOf(uri: string): URL {
    return httpUrl(uri, this.#limits.maxUriLength);
  }

  // Whoever asks does not learn what a refusal is due to, so that nobody can ask around in the network.
  async #attempt<Result>(
    uri: string,
    { signal }: CallOptions = {},
    attempt: (url: URL, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await withDeadline(this.#limits.timeoutMs, signal, async (deadline) =>
        attempt(this.#urlOf(uri), deadline),
      );
    } catch (cause) {
      signal?.throwIfAborted();
      if (!(cause instanceof BodyTooLargeError)) throw new NotFoundError('resource', uri, { cause });
      const url = this.#urlOf(uri);
      throw tooLarge(url.href, nameOf(url), this.#limits.maxBytes);
    }
  }
}

async function checkStatus(response: Dispatcher.ResponseData, signal: AbortSignal): Promise<void> {
  if (response.statusCode === 200) return;
  await discard(response, signal);
  throw new Error(`The server answered with status ${response.statusCode}`);
}

function description(url: URL, { headers }: Dispatcher.ResponseData): ListedResource {
  const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : Number.NaN;
  return {
    uri: url.href,
    name: nameOf(url),
    mimeType: mimeTypeOf(headers['content-type']),
    ...(Number.isSafeInteger(length) && { size: length }),
  };
}
