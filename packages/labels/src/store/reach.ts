import type { Following } from './following.js';
import { LabelError } from './label-error.js';

/** How long a first answer of the store is waited for, in milliseconds. */
export const FIRST_ANSWER_MS = 5_000;
/** How long after a failure a patient move tries again, in milliseconds. */
const RETRY_MS = 50;

interface ReachOptions {
  /** What the store is called. */
  readonly title: string;
  readonly following: Following;
  /** For how long an answer is tried for, in milliseconds. */
  readonly patience: number;
}

/** Asks a store; as often as patience allows if it is away. */
export class Reach {
  readonly #options: ReachOptions;

  constructor(options: ReachOptions) {
    this.#options = options;
  }

  /** @throws {LabelError} `unreachable` */
  async ask<Result>(question: () => Promise<Result>): Promise<Result> {
    const { following, patience } = this.#options;
    const over = performance.now() + patience;
    await following.waiters.until(() => following.status !== 'starting', FIRST_ANSWER_MS);
    for (;;)
      try {
        if (this.#isAway) throw following.failure;
        return await question();
      } catch (cause) {
        if (following.status === 'closed' || performance.now() >= over) throw this.#unreachable(cause);
        await following.waiters.until(() => false, RETRY_MS);
      }
  }

  get #isAway(): boolean {
    return !['fresh', 'behind'].includes(this.#options.following.status);
  }

  #unreachable(cause: unknown): LabelError {
    const { title, following } = this.#options;
    if (following.status === 'closed') return new LabelError('unreachable', `${title} was closed here`, { cause });
    if (this.#isAway) return new LabelError('unreachable', `${title} cannot be reached`, { cause });
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    const remedy = 'Look at the history before you try again';
    return new LabelError('unreachable', `${title} has failed: ${reason}. ${remedy}`, { cause });
  }
}
