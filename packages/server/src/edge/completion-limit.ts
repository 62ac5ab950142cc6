import { ANY_SIZE, limit } from '../shared/limit.js';
import { isRecord } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/answer.js';
import type { Monitor } from '@cuecard/core';
import type { Exchange } from './exchange.js';
import { withTimeout } from '../shared/timers.js';
import { callerOf } from './shares.js';

export interface CompletionOptions {
  /**
   * The maximum number of completions for each caller within a second; more are refused with 429
   * (server/utilities/completion, "Security": servers should rate limit completions). A caller is the verified
   * principal; without `authenticate` it is the remote address, for IPv6 its /64. Behind a proxy that is the proxy's
   * address for all callers, unless `trustedProxies` are given. A `fetch` without an address counts all callers together.
   * `Infinity` removes the limit.
   * @default 50
   */
  readonly maxCompletionsPerSecond?: number;
}

const WINDOW_MS = 1_000;

/** Counts completions by caller within a second, and knows only the callers of this second and the last. */
export class CompletionLimit {
  readonly #max: number;
  #before: ReadonlyMap<string, number> = new Map();
  #counts = new Map<string, number>();
  #began = -Infinity;

  /** @throws {RangeError} if the limit is invalid */
  constructor({ maxCompletionsPerSecond = 50 }: CompletionOptions) {
    this.#max = limit('maxCompletionsPerSecond', maxCompletionsPerSecond, ANY_SIZE);
  }

  /** Whether a message may be answered, counting its completions; a batch is answered as a whole or not at all. */
  admits(message: unknown, callerKey: () => string): boolean {
    const asked = completionsIn(message);
    if (asked === 0) return true;
    const passed = this.#proceed(performance.now());
    const caller = callerKey();
    const count = (this.#counts.get(caller) ?? 0) + asked;
    // The last second counts in proportion, as if its completions had been evenly distributed.
    const before = (this.#before.get(caller) ?? 0) * (1 - passed / WINDOW_MS);
    if (before + count > this.#max) return false;
    this.#counts.set(caller, count);
    return true;
  }

  /** Begins a new second if necessary; returns how much of it has passed. */
  #proceed(now: number): number {
    const passed = now - this.#began;
    if (passed < WINDOW_MS) return passed;
    this.#before = passed < 2 * WINDOW_MS ? this.#counts : new Map();
    this.#counts = new Map();
    this.#began = passed < 2 * WINDOW_MS ? this.#began + WINDOW_MS : now;
    return now - this.#began;
  }

  /** The refusal of a message above the limit. */
  get refusal(): Refusal {
    return {
      status: 429,
      code: -32000,
      message: `Too many completions: no more than ${this.#max} are answered within a second`,
      headers: { 'retry-after': '1' },
      limit: 'maxCompletionsPerSecond',
    };
  }
}

/** The number of completions that a message or a batch asks for. */
function completionsIn(message: unknown): number {
  if (Array.isArray(message)) return message.filter(isCompletion).length;
  return isCompletion(message) ? 1 : 0;
}

function isCompletion(message: unknown): boolean {
  return isRecord(message) && message['method'] === 'completion/complete';
}

/** How long the limiter may take, in milliseconds. */
const LIMITER_MS = 1_000;
/** For how long after a failure it is not asked, in milliseconds. */
const PAUSE_MS = 1_000;

/** A limiter that several processes share, such as any of rate-limiter-flexible. */
export interface CompletionLimiter {
  /** Rejects with an object that has `msBeforeNext` if that is too many, or with an error. */
  consume(key: string, points: number): Promise<unknown>;
}

export interface SharedCompletionOptions extends CompletionOptions {
  /**
   * Counts the completions of each caller for all processes together, after `maxCompletionsPerSecond` has let them pass.
   * If it fails, or takes longer than a second, completions are answered, and the log has a warning, once each time.
   * @default none: each process counts for itself
   */
  readonly completionLimiter?: CompletionLimiter;
}

/** The completions of callers, counted in this process, and then in all. */
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
      throw new TypeError('completionLimiter has no function consume: give a limiter of rate-limiter-flexible');
    this.#own = new CompletionLimit(options);
    this.#limiter = completionLimiter;
    this.#monitor = monitor;
  }

  /** Returns the refusal of completions above the limit; a promise only where a shared limiter is asked. */
  refusalOf(exchange: Exchange): Refusal | undefined | Promise<Refusal | undefined> {
    const { message } = exchange;
    if (!this.#own.admits(message, () => callerOf(exchange))) return this.#own.refusal;
    const asked = this.#limiter === undefined ? 0 : completionsIn(message);
    return asked === 0 ? undefined : this.#consume(callerOf(exchange), asked);
  }

  async #consume(caller: string, asked: number): Promise<Refusal | undefined> {
    if (performance.now() < this.#pausedUntil) return undefined;
    try {
      const isLate = await withTimeout(this.#counted(caller, asked), LIMITER_MS, true);
      if (isLate) throw new Error(`No answer within ${LIMITER_MS} ms`);
      this.#monitor?.succeeded('completion limiter');
      return undefined;
    } catch (rejection) {
      if (isRefusal(rejection)) return this.#own.refusal;
      this.#pausedUntil = performance.now() + PAUSE_MS;
      this.#monitor?.failed('completion limiter', 'each instance counts completions for itself', rejection);
      return undefined;
    }
  }

  /** Resolves to whether that took too long, which it did not. */
  async #counted(caller: string, asked: number): Promise<boolean> {
    await this.#limiter?.consume(caller, asked);
    return false;
  }
}

/** By structure: the limiter may come from another copy of the library. */
function isRefusal(rejection: unknown): boolean {
  const { msBeforeNext } = Object(rejection) as { readonly msBeforeNext?: unknown };
  return !(rejection instanceof Error) && typeof msBeforeNext === 'number';
}
