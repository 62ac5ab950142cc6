import { createHash } from 'node:crypto';
import {
  type GetPromptCall,
  functionOf,
  type GetPromptResult,
  hasMethods,
  type Interceptor,
  type OptionKinds,
  validateOptions,
  limit,
  onGetPrompt,
  oneOf,
  OptionKind,
  promptResultIn,
  type RequestContext,
  type DefinitionInfo,
} from '@cuecard/core';
import { LRUCache } from 'lru-cache';
import { type CacheStore, SafeStore } from './safe-store.js';

export interface CacheOptions {
  /**
   * The lifetime of a cached result, in milliseconds.
   * @default 60000
   */
  readonly ttlMs?: number;
  /**
   * The maximum number of cached results; the least recently used is dropped first.
   * @default 1000
   */
  readonly maxEntries?: number;
  /**
   * The maximum size of all cached results together, in bytes of UTF-8 as JSON.
   * @default 67108864
   */
  readonly maxBytes?: number;
  /**
   * The callers that share a result. `private`: calls by the same verified principal with the same scopes and claims,
   * or, for an unverified caller, calls in the same session. Calls by a caller without a principal or session, for
   * example over stdio, are not cached. `public`: all callers, which suits prompts that depend only on their arguments.
   * @default 'private'
   */
  readonly scope?: 'private' | 'public';
  /**
   * Returns a string for everything else that a result depends on, such as a tenant, a language or the client's name.
   * Only calls with equal strings share a result.
   * @default nothing
   */
  readonly vary?: (call: GetPromptCall) => string;
  /**
   * A store through which processes share the results of versioned prompts. Requires `scope: 'public'`. All processes
   * must have the same code for a version. A store that fails, or does not reply within 200 ms, counts as empty for a
   * second. Results of prompts without a version stay in this process. `maxEntries` and `maxBytes` apply only to
   * results in this process.
   * @default no store: all results stay in this process
   */
  readonly store?: CacheStore;
}

export interface CacheInterceptor extends Interceptor {
  /** Drops every result in this process, including pending ones. Results in a store expire by themselves. */
  clear(): void;
}

const OPTIONS: OptionKinds<CacheOptions> = {
  ttlMs: true,
  maxEntries: true,
  maxBytes: true,
  scope: oneOf('private', 'public'),
  vary: functionOf('(call) that returns a string'),
  store: new OptionKind('a Keyv, or an object with the functions get, set and delete', (store) => {
    return hasMethods(store, ['get', 'set', 'delete']);
  }),
};

/**
 * Caches the results of `prompts/get` by prompt and version, arguments, caller, and `vary`. Does not cache errors,
 * results after an elicitation, or results for in-process arguments other than strings, numbers and booleans. A prompt
 * that replaces another prompt does not return results that were cached for the other prompt. Calls with a cached
 * result do not reach later interceptors.
 * @throws {RangeError} if a limit is invalid
 * @throws {TypeError} if an option does not exist or is of the wrong kind, or `store` is set without `scope: 'public'`
 */
export function cache(settings: CacheOptions = {}): CacheInterceptor {
  const options = validateOptions('cache', settings, OPTIONS);
  const { store, scope = 'private', ttlMs = 60_000 } = options;
  if (store !== undefined && scope !== 'public')
    throw new TypeError(
      "cache cannot keep private results in a shared store: set scope: 'public', or remove the option store",
    );
  const safe = store && new SafeStore(store);
  const keys = new CacheKeys(options);
  let answers = createCache(options);
  const intercept = onGetPrompt(async (call, next) => {
    const results = answers;
    const { monitor } = call.context;
    const shared = call.definition?.version === undefined ? undefined : safe;
    const key = keys.of(call, shared !== undefined);
    if (key === undefined) return next();
    const stored = shared === undefined ? results.get(key) : await shared.get(key, monitor);
    const cachedResult = parseResult(stored);
    if (cachedResult !== undefined) return cachedResult;
    if (stored !== undefined) await shared?.delete(key, monitor);
    const answer = await next();
    if (call.context.hasAsked) return answer;
    if (shared === undefined) results.set(key, JSON.stringify(answer));
    else void shared.set(key, JSON.stringify(answer), { ttlMs, monitor });
    return answer;
  });
  return Object.assign(intercept, {
    clear() {
      answers = createCache(options);
    },
  });
}

/**
 * Returns the result in a stored string, or `undefined` for anything else. Other processes also write to a shared
 * store, so it may contain anything.
 */
function parseResult(stored: unknown): GetPromptResult | undefined {
  if (typeof stored !== 'string') return undefined;
  try {
    return promptResultIn(JSON.parse(stored));
  } catch {
    return undefined;
  }
}

/** Creates a cache of strings, so that every caller gets a copy of a result, and the size of each result is known. */
function createCache({
  ttlMs = 60_000,
  maxEntries = 1_000,
  maxBytes = 67_108_864,
}: CacheOptions): LRUCache<string, string> {
  return new LRUCache({
    max: limit('maxEntries', maxEntries),
    maxSize: limit('maxBytes', maxBytes),
    ttl: limit('ttlMs', ttlMs),
    sizeCalculation: (answer) => Buffer.byteLength(answer),
  });
}

/** Computes the keys of calls in the cache. */
class CacheKeys {
  readonly #options: CacheOptions;
  readonly #numbers = new WeakMap<DefinitionInfo, number>();
  #lastNumber = 0;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /**
   * Returns the key of a call, or `undefined` if its result must not be cached. Hashes the arguments, because they may
   * be long and must not be kept.
   */
  of(call: GetPromptCall, isShared: boolean): string | undefined {
    const { scope = 'private', vary } = this.#options;
    const { definition: prompt, params, context } = call;
    const args = sortedArguments(params.arguments);
    const who = scope === 'public' ? 'everybody' : callerIn(context);
    if (prompt === undefined || args === undefined || who === undefined) return undefined;
    const identity = isShared ? [prompt.owner, prompt.name, prompt.version] : this.#numberOf(prompt);
    const parts = [identity, args, who, placeholderHost(args, context), vary?.(call)];
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
  }

  /** Numbers definition objects, because prompts of the same name and version may have different definitions. */
  #numberOf(prompt: DefinitionInfo): number {
    const known = this.#numbers.get(prompt);
    if (known !== undefined) return known;
    this.#lastNumber += 1;
    this.#numbers.set(prompt, this.#lastNumber);
    return this.#lastNumber;
  }
}

function callerIn({ auth, sessionId }: RequestContext): unknown {
  if (auth !== undefined) return ['principal', auth.principal, auth.scopes.toSorted(), lastingClaims(auth.claims)];
  return sessionId === undefined ? undefined : ['session', sessionId];
}

/**
 * Returns the claims sorted by name, without those that differ between tokens of the same caller (RFC 7519, section
 * 4.1).
 */
function lastingClaims(claims: object = {}): readonly [string, unknown][] {
  const lasting = Object.entries(claims).filter(([name]) => !TOKEN_CLAIMS.has(name));
  return lasting.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const TOKEN_CLAIMS: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti', 'auth_time', 'sid', 'nonce', 'at_hash']);

/**
 * Returns the host's name if an argument may be a placeholder such as `$1`, because the meaning of a placeholder
 * depends on the host.
 */
function placeholderHost(args: readonly [string, unknown][], { client }: RequestContext): string | undefined {
  const hasPlaceholders = args.some(([, value]) => typeof value === 'string' && /^\$\d+$/.test(value));
  return hasPlaceholders ? client?.name : undefined;
}

/**
 * Returns the arguments sorted by name, or `undefined` if they are not an object, or if different arguments could have
 * the same JSON.
 */
function sortedArguments(args: unknown = {}): [string, unknown][] | undefined {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined;
  const members = Object.entries(args);
  if (!members.every(([, value]) => isPlain(value))) return undefined;
  return members.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
