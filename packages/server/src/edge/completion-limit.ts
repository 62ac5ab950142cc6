import { ANY_SIZE, limit } from '../shared/limit.js';
import { isRecord } from '../jsonrpc/message.js';
import { type Refusal } from '../jsonrpc/refusal.js';

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
  admits(message: unknown, callerOf: () => string): boolean {
    const asked = completionsIn(message);
    if (asked === 0) return true;
    const passed = this.#proceed(performance.now());
    const caller = callerOf();
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
export function completionsIn(message: unknown): number {
  if (Array.isArray(message)) return message.filter(isCompletion).length;
  return isCompletion(message) ? 1 : 0;
}

function isCompletion(message: unknown): boolean {
  return isRecord(message) && message['method'] === 'completion/complete';
}
