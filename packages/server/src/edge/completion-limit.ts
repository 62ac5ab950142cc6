import { ANY_SIZE, limit } from '../shared/limit.js';
import { isRecord } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/answer.js';
import type { Monitor } from '@cuecard/core';
import type { Exchange } from './exchange.js';
import { withTimeout } from '../shared/timers.js';
import { callerOf } from './shares.js';

export interface CompletionOptions {
  /**
   * The maximum number of completions for each caller within a second; further completions are rejected with 429
   * (server/utilities/completion, "Security": servers should rate limit completions). A caller is the verified
   * principal; without `authenticate`, the remote address, for IPv6 its /64. Behind a proxy without `trustedProxies`,
   * all callers have the proxy's address. Without an address, as through `fetch`, all callers count together.
   * `Infinity` removes the limit.
   * @default 50
   */
  readonly maxCompletionsPerSecond?: number;
}

const WINDOW_MS = 1_000;

/** Counts completions by caller within a second, and keeps only the callers of this second and the previous one. */
export class CompletionLimit {
  readonly #max: number;
  #before: ReadonlyMap<string, number> = new Map();
  #counts = new Map<string, number>();
  #began = -Infinity;

  /** @throws {RangeError} if the limit is invalid */
  constructor({ maxCompletionsPerSecond = 50 }: CompletionOptions) {
    this.#max = limit('maxCompletionsPerSecond', maxCompletionsPerSecond, ANY_SIZE);
  }

  /** Counts the completions of a message or a batch. Returns whether all of them are within the limit. */
  admits(message: unknown, callerKey: () => string): boolean {
    const completions = completionsIn(message);
    if (completions === 0) return true;
    const elapsed = this.#advance(performance.now());
    const caller = callerKey();
    const count = (this.#counts.get(caller) ?? 0) + completions;
    // The previous second counts in proportion, as if its completions had been evenly distributed.
    const before = (this.#before.get(caller) ?? 0) * (1 - elapsed / WINDOW_MS);
    if (before + count > this.#max) return false;
    this.#counts.set(caller, count);
    return true;
  }

  /** Starts a new second if necessary. Returns how much of it has passed, in milliseconds. */
  #advance(now: number): number {
    const elapsed = now - this.#began;
    if (elapsed < WINDOW_MS) return elapsed;
    this.#before = elapsed < 2 * WINDOW_MS ? this.#counts : new Map();
    this.#counts = new Map();
    this.#began = elapsed < 2 * WINDOW_MS ? this.#began + WINDOW_MS : now;
    return now - this.#began;
  }

  /** The refusal of a message above the limit. */
  get refusal(): Refusal {
    return {
      status: 429,
      code: -32000,
      message: `Too many completions: the limit is ${this.#max} per second`,
      headers: { 'retry-after': '1' },
      limit: 'maxCompletionsPerSecond',
    };
  }
}

/** The number of completions in a message or a batch. */
function completionsIn(message: unknown): number {
  if (Array.isArray(message)) return message.filter(isCompletion).length;
  return isCompletion(message) ? 1 : 0;
}

function isCompletion(message: unknown): boolean {
  return isRecord(message) && message['method'] === 'completion/complete';
}

/** The timeout of the limiter, in milliseconds. */
const LIMITER_MS = 1_000;
/** The time without calls to the limiter after a failure, in milliseconds. */
const PAUSE_MS = 1_000;

/** A limiter that several processes share, such as a limiter of rate-limiter-flexible. */
export interface CompletionLimiter {
  /** Rejects with an object that has `msBeforeNext` if the limit is exceeded, or with an error. */
  consume(key: string, points: number): Promise<unknown>;
}

export interface SharedCompletionOptions extends CompletionOptions {
  /**
   * Counts the completions of each caller in all processes together, if this process has not rejected them by
   * `maxCompletionsPerSecond`. If the limiter fails, or takes longer than a second, the completions are answered, and
   * one warning is logged for each outage.
   * @default none: each process counts separately
   */
  readonly completionLimiter?: CompletionLimiter;
}

/** Counts the completions of callers, first in this process and then in all processes. */
export class SharedCompletions {
  readonly #own: CompletionLimit;
  readonly #limiter: CompletionLimiter | undefined;
  readonly #monitor: Pick<Monitor, 'failed' | 'succeeded'> | undefined;
  #pausedUntil = 0;

  /**
   * @throws {RangeError} if the limit is invalid
   * @throws {TypeError} if the limiter has no function `consume`
   */
  constructor(
    { completionLimiter, ...options }: SharedCompletionOptions,
    monitor: Pick<Monitor, 'failed' | 'succeeded'> | undefined,
  ) {
    if (completionLimiter !== undefined && typeof completionLimiter.consume !== 'function')
      throw new TypeError('completionLimiter has no function consume: use a limiter from rate-limiter-flexible');
    this.#own = new CompletionLimit(options);
    this.#limiter = completionLimiter;
    this.#monitor = monitor;
  }

  /** Returns the refusal of completions above the limit. Returns a promise only if there is a shared limiter. */
  refusalOf(exchange: Exchange): Refusal | undefined | Promise<Refusal | undefined> {
    const { message } = exchange;
    if (!this.#own.admits(message, () => callerOf(exchange))) return this.#own.refusal;
    const completions = this.#limiter === undefined ? 0 : completionsIn(message);
    return completions === 0 ? undefined : this.#consume(callerOf(exchange), completions);
  }

  async #consume(caller: string, completions: number): Promise<Refusal | undefined> {
    if (performance.now() < this.#pausedUntil) return undefined;
    try {
      const consumed = Promise.resolve(this.#limiter?.consume(caller, completions)).then(() => false);
      const isLate = await withTimeout(consumed, LIMITER_MS, true);
      if (isLate) throw new Error(`The limiter did not respond within ${LIMITER_MS} ms`);
      this.#monitor?.succeeded('completion limiter');
      return undefined;
    } catch (rejection) {
      if (isRefusal(rejection)) return this.#own.refusal;
      this.#pausedUntil = performance.now() + PAUSE_MS;
      this.#monitor?.failed('completion limiter', 'each instance counts completions separately', rejection);
      return undefined;
    }
  }
}

/**
 * Whether a limiter rejected a call because of its limit. Checks the rejection's structure instead of its class,
 * because the limiter may come from a different copy of the library.
 */
function isRefusal(rejection: unknown): boolean {
  const { msBeforeNext } = Object(rejection) as { readonly msBeforeNext?: unknown };
  return !(rejection instanceof Error) && typeof msBeforeNext === 'number';
}
