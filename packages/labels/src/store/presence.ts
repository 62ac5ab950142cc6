import type { Logger } from '@cuecard/core';
import type { LabelBackend, LabelInstance } from './label-backend.js';

interface PresenceOptions {
  readonly backend: LabelBackend;
  readonly logger: Logger;
  readonly protect: readonly string[];
  /** What this instance serves; `undefined` if it serves nothing. */
  readonly instance: () => LabelInstance | undefined;
}

/** What a store hears of an instance. One that may only read there follows labels all the same. */
export class Presence {
  readonly #options: PresenceOptions;
  #isProtecting = false;
  #hasTold = false;
  #refusal: unknown;
  #refusals = 0;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  async protect(): Promise<void> {
    const { backend, protect } = this.#options;
    this.#isProtecting = protect.length === 0 || (await this.#told(() => backend.protect(protect)));
  }

  async announce(): Promise<void> {
    if (!this.#isProtecting) await this.protect();
    const instance = this.#options.instance();
    if (instance !== undefined) await this.#told(() => this.#options.backend.announce(instance));
  }

  /** The store has answered since, so it has refused what failed. If it does so again, that is said once. */
  check(): void {
    if (!this.#hasTold) return;
    const refusal = this.#refusal;
    this.#refusals = refusal === undefined ? 0 : this.#refusals + 1;
    [this.#hasTold, this.#refusal] = [false, undefined];
    if (this.#refusals === 2) this.#options.logger.warn(`${this.#options.backend.title} ${REFUSES}`, refusal);
  }

  async #told(tell: () => Promise<void>): Promise<boolean> {
    this.#hasTold = true;
    try {
      await tell();
      return true;
    } catch (error) {
      this.#refusal = error;
      return false;
    }
  }
}

const REFUSES =
  'refuses what this instance tells it: labels are followed, but moves do not look at its versions, and its option protect may not hold';
