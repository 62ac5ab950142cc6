import { randomUUID } from 'node:crypto';
import { LOSS_MS, RESTORING_MS } from '@cuecard/labels';
import type { Buckets } from './buckets.js';
import { put } from './stored-moves.js';

/** What is known of a store. */
export interface Identity {
  readonly epoch: string;
  readonly superseded: readonly string[];
  /** What the revisions of JetStream are short of since labels were restored. */
  readonly base: number;
}

/** What is known of the store itself. */
export class StoreState {
  readonly #buckets: Buckets;

  constructor(buckets: Buckets) {
    this.#buckets = buckets;
  }

  async identity(): Promise<Identity | undefined> {
    const entry = await (await this.#buckets.state()).get('identity');
    return entry?.json<Identity>();
  }

  async identify(identity: Identity): Promise<void> {
    await (await this.#buckets.state()).put('identity', JSON.stringify(identity));
  }

  /** Makes an epoch where there is none. */
  async begin(): Promise<void> {
    if ((await this.identity()) !== undefined) return;
    const identity: Identity = { epoch: randomUUID(), superseded: [], base: 0 };
    await (await this.#buckets.state()).create('identity', JSON.stringify(identity)).catch(() => {}); // Another has.
  }

  async late(): Promise<void> {
    await (await this.#buckets.state()).put('late', randomUUID());
  }

  async protect(labels: readonly string[]): Promise<void> {
    const state = await this.#buckets.state();
    for (const label of labels) await state.put(`protected.${label}`, '1');
  }

  async isProtected(label: string): Promise<boolean> {
    return (await (await this.#buckets.state()).get(`protected.${label}`)) !== null;
  }

  async reportLoss(): Promise<void> {
    await (await this.#buckets.state()).put('lost', String(Date.now() + LOSS_MS));
  }

  async allowRestoring(): Promise<void> {
    await (await this.#buckets.state()).put('restoring', String(Date.now() + RESTORING_MS));
  }

  isRestoring(): Promise<boolean> {
    return this.#holds('restoring');
  }

  /** Whether nothing may be moved. */
  async isClosed(): Promise<boolean> {
    return (await this.#holds('restoring')) || this.#holds('lost');
  }

  async #holds(key: string): Promise<boolean> {
    const entry = await (await this.#buckets.state()).get(key);
    return Number(entry?.string() ?? 0) > Date.now();
  }

  /** Does something while no other instance does it; returns whether it could. */
  async alone(work: () => Promise<void>): Promise<boolean> {
    const state = await this.#buckets.state();
    const held = await state.get('restorer');
    if (held?.operation === 'PUT' && Number(held.string()) > Date.now()) return false;
    const until = String(Date.now() + RESTORING_MS); // An instance that dies meanwhile must not stop the rest for ever.
    if ((await put(state, 'restorer', until, held)) === undefined) return false;
    try {
      await work();
      return true;
    } finally {
      await state.delete('restorer');
    }
  }
}
