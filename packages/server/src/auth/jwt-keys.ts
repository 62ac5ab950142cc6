import type { KeyObject } from 'node:crypto';
import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWK,
  type JWSHeaderParameters,
} from 'jose';
import { collectBytes } from '../shared/growing-buffer.js';
import { ANY_SIZE, ANY_TIME, limit } from '../shared/limit.js';
import { readSecureUrl } from './secure-url.js';
import { VerificationUnavailableError } from './verification.js';

/** Public keys: the URL of a key set, a key set, or a single key. */
export type JwtKeys = URL | string | JSONWebKeySet | JWK | CryptoKey | KeyObject;

export interface KeyServerLimits {
  /**
   * The time limit for fetching a key set, in milliseconds.
   * @default 5000
   */
  readonly timeoutMs?: number;
  /**
   * The maximum age of a key set before it is fetched again, in milliseconds.
   * @default 600000, ten minutes
   */
  readonly maxAgeMs?: number;
  /**
   * The time after a fetch during which a token with an unknown key causes no further fetch, in milliseconds.
   * @default 30000
   */
  readonly cooldownMs?: number;
  /**
   * The maximum size of a key set, in bytes. If it is larger, no caller can be verified. `Infinity` removes the limit.
   * @default 1048576
   */
  readonly maxKeySetBytes?: number;
}

/** Finds the key that signed a token, by the key id in the token. */
export type KeyFinder = (header: JWSHeaderParameters) => Promise<CryptoKey | KeyObject>;

/**
 * @throws {TypeError} if keys are missing or not public, or if a URL is neither https nor on loopback
 * @throws {RangeError} if a limit is invalid
 */
export function toKeyFinder(keys: JwtKeys, limits: KeyServerLimits): KeyFinder {
  if (typeof keys === 'string' || keys instanceof URL) {
    const server = new KeyServer(readSecureUrl(keys, 'jwks'), limits);
    return (header) => server.find(header);
  }
  if (!isObject(keys))
    throw new TypeError("jwks is missing: set the URL of the issuer's key set, or the keys themselves");
  if (isKeyObject(keys)) {
    if (keys.type !== 'public') throw new TypeError(NOT_PUBLIC);
    return () => Promise.resolve(keys);
  }
  if (isKeySet(keys)) return toLocalKeyFinder(keys);
  const find = toLocalKeyFinder({ keys: [keys] });
  return ({ alg }) => find({ ...(alg !== undefined && { alg }) }); // A single key needs no id.
}

function toLocalKeyFinder(set: JSONWebKeySet): KeyFinder {
  if (set.keys.some(isSecret)) throw new TypeError(NOT_PUBLIC);
  const find = createLocalJWKSet(set);
  return (header) => find(header);
}

function isObject(keys: unknown): boolean {
  return typeof keys === 'object' && keys !== null;
}

function isKeySet(keys: JSONWebKeySet | JWK): keys is JSONWebKeySet {
  return 'keys' in keys;
}

/** Whether a value is a key of Node or of Web Crypto. JSON keys always have a `kty`. */
function isKeyObject(keys: JSONWebKeySet | JWK | CryptoKey | KeyObject): keys is CryptoKey | KeyObject {
  return !('kty' in keys) && !('keys' in keys);
}

const NOT_PUBLIC = 'jwks contains a private or secret key: use only public keys';

function isSecret(key: JWK): boolean {
  return key.kty === 'oct' || 'd' in key || 'priv' in key;
}

/** The time without calls to a failed key server, in milliseconds. */
const PAUSE_MS = 1_000;

/** A key set that is fetched and cached. A token with an unknown key id causes a further fetch. */
class KeyServer {
  readonly #find: ReturnType<typeof createRemoteJWKSet>;
  readonly #maxBytes: number;
  #pausedUntil = -Infinity; // Measured by a monotonic clock.
  #failure: unknown;
  readonly #maxAgeMs: number;
  #fetchedAt = Infinity;

  constructor(url: URL, limits: KeyServerLimits) {
    const { timeoutMs = 5_000, maxAgeMs = 600_000, cooldownMs = 30_000, maxKeySetBytes = 1_048_576 } = limits;
    this.#maxBytes = limit('maxKeySetBytes', maxKeySetBytes, ANY_SIZE);
    this.#maxAgeMs = limit('maxAgeMs', maxAgeMs, ANY_SIZE);
    this.#find = createRemoteJWKSet(url, {
      timeoutDuration: limit('timeoutMs', timeoutMs, ANY_TIME),
      cacheMaxAge: this.#maxAgeMs,
      cooldownDuration: limit('cooldownMs', cooldownMs, { ...ANY_SIZE, min: 0 }),
      [customFetch]: (...request) => this.#fetch(...request),
    });
  }

  async find(header: JWSHeaderParameters): Promise<CryptoKey> {
    try {
      // Measures the age here, because jose uses the system clock, which may be set back.
      if (this.#isStale) await this.#find.reload();
      return await this.#find(header);
    } catch (error) {
      if (isTokenError(error)) throw error;
      this.#pause(error);
      throw new VerificationUnavailableError({ retryAfterSeconds: PAUSE_MS / 1_000, cause: error });
    }
  }

  // While the key server is down, rejects at once, so that tokens cause no requests.
  async #fetch(...[url, init]: Parameters<FetchImplementation>): Promise<Response> {
    if (this.#isPaused) throw this.#failure;
    const response = await fetch(url, init);
    if (response.status === 200 && response.body !== null) {
      const keySet = await this.#read(response.body);
      this.#fetchedAt = performance.now();
      return new Response(keySet);
    }
    await response.body?.cancel(); // Does not read the body, because the status is enough to reject the response.
    return response;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
    const reader = body.getReader();
    const bytes = await collectBytes(reader, this.#maxBytes);
    if (bytes !== undefined) return bytes;
    await reader.cancel();
    throw new RangeError(
      `The key set at the jwks URL is larger than ${this.#maxBytes} bytes: if this size is expected, raise maxKeySetBytes`,
    );
  }

  get #isStale(): boolean {
    return performance.now() - this.#fetchedAt > this.#maxAgeMs;
  }

  get #isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  #pause(failure: unknown): void {
    if (this.#isPaused) return;
    this.#pausedUntil = performance.now() + PAUSE_MS;
    this.#failure = failure;
  }
}

/** Whether the token, rather than the key server, is the reason why no key was found. */
function isTokenError(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
