import type { Monitor } from '@cuecard/core';
import { CompletionLimit, type CompletionOptions, completionsIn } from './completion-limit.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { Exchange } from './exchange.js';
import { inTime } from '../shared/in-time.js';
import { callerOf } from './shares.js';

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
      const isLate = await inTime(this.#counted(caller, asked), LIMITER_MS, true);
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
