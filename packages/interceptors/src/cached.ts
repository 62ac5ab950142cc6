import { createHash } from 'node:crypto';
import {
  type GetCall,
  type GetPromptResult,
  type Interceptor,
  limit,
  onGet,
  type RequestContext,
  type DefinitionInfo,
} from '@cuecard/core';
import { LRUCache } from 'lru-cache';

export interface CachedOptions {
  /**
   * How long an answer is kept, in milliseconds.
   * @default 60000
   */
  readonly ttlMs?: number;
  /**
   * How many answers are kept; beyond it the one goes that has not been asked for the longest.
   * @default 1000
   */
  readonly maxEntries?: number;
  /**
   * How large all answers that are kept may be together as JSON, in bytes of UTF-8.
   * @default 67108864
   */
  readonly maxBytes?: number;
  /**
   * Who is given the same answer: `private`, the same verified principal with the same scopes, or else the same session,
   * so that nothing is kept where neither is known, as over stdio; `public`, everybody, which is for prompts that look at
   * nothing but their arguments.
   * @default 'private'
   */
  readonly scope?: 'private' | 'public';
  /**
   * What else an answer depends on: a tenant, a language, the client's name. The same text for the same answer.
   * @default nothing
   */
  readonly vary?: (call: GetCall) => string;
}

export interface CachedInterceptor extends Interceptor {
  /** Forgets every answer; those that are being made are not kept either. */
  clear(): void;
}

/**
 * Keeps the answers of `prompts/get`: by the prompt and its version, the arguments, who asks, and `vary`. Neither errors
 * are kept, nor what the person at the client was asked for, nor answers to arguments in process that are more than
 * texts, numbers and booleans. What is replaced in the runtime is another prompt. Interceptors that come after it see no
 * call that it answers.
 * @throws {RangeError} for limits that are none
 */
export function cached(options: CachedOptions = {}): CachedInterceptor {
  const keys = new Keys(options);
  let answers = cacheOf(options);
  const intercept = onGet(async (call, next) => {
    const kept = answers;
    const key = keys.of(call);
    const known = key === undefined ? undefined : kept.get(key);
    if (known !== undefined) return JSON.parse(known) as GetPromptResult;
    const answer = await next();
    if (key !== undefined && !call.context.hasAsked) kept.set(key, JSON.stringify(answer));
    return answer;
  });
  return Object.assign(intercept, {
    clear() {
      answers = cacheOf(options);
    },
  });
}

/** Texts: so whoever is given an answer has a copy, and how large it is can be told. */
function cacheOf({
  ttlMs = 60_000,
  maxEntries = 1_000,
  maxBytes = 67_108_864,
}: CachedOptions): LRUCache<string, string> {
  return new LRUCache({
    max: limit('maxEntries', maxEntries),
    maxSize: limit('maxBytes', maxBytes),
    ttl: limit('ttlMs', ttlMs),
    sizeCalculation: (answer) => Buffer.byteLength(answer),
  });
}

/** What tells answers apart. */
class Keys {
  readonly #options: CachedOptions;
  readonly #numbers = new WeakMap<DefinitionInfo, number>();
  #last = 0;

  constructor(options: CachedOptions) {
    this.#options = options;
  }

  /** Nothing for what cannot be kept. Arguments are hashed: they may be long, and are nobody's to keep. */
  of(call: GetCall): string | undefined {
    const { scope = 'private', vary } = this.#options;
    const { definition: prompt, params, context } = call;
    const args = canonical(params.arguments);
    const who = scope === 'public' ? 'everybody' : whoAsks(context);
    if (prompt === undefined || args === undefined || who === undefined) return undefined;
    const parts = [this.#numberOf(prompt), args, who, vary?.(call)];
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
  }

  /** By the definition itself, which another prompt of the same name and version does not share. */
  #numberOf(prompt: DefinitionInfo): number {
    const known = this.#numbers.get(prompt);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(prompt, this.#last);
    return this.#last;
  }
}

function whoAsks({ auth, sessionId }: RequestContext): unknown {
  if (auth !== undefined) return ['principal', auth.principal, auth.scopes.toSorted()];
  return sessionId === undefined ? undefined : ['session', sessionId];
}

/** The arguments in the order of their names; nothing where they are no object, or JSON could not tell some apart. */
function canonical(args: unknown = {}): [string, unknown][] | undefined {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined;
  const members = Object.entries(args);
  if (!members.every(([, value]) => isPlain(value))) return undefined;
  return members.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
