import type { LabelAddress, LabelMove, LabelState } from '../record/label-record.js';
import type { LabelOutcome, LabelWrite } from '../record/label-write.js';
import { emptyLedger, Ledger } from '../ledger/ledger.js';
import {
  ANNOUNCED_MS,
  type LabelBackend,
  type LabelEvents,
  type LabelInstance,
  type StoredState,
  type StoreHead,
} from '../store/label-backend.js';

const LONGEST_WAIT_MS = 1_000;

/** Labels in the memory of this process: for one server, and for tests. Several stores may share it. */
export class MemoryBackend implements LabelBackend {
  readonly title = 'The memory';
  readonly #ledger = new Ledger(emptyLedger());
  readonly #instances = new Map<string, { readonly instance: LabelInstance; readonly until: number }>();
  readonly #waiting = new Set<() => void>();

  async read({ begin }: { readonly begin: boolean }): Promise<StoredState | undefined> {
    if (begin) this.#ledger.begin();
    return this.#ledger.read();
  }

  async head(): Promise<StoreHead | undefined> {
    return this.#ledger.head;
  }

  async next(cursor: string, signal: AbortSignal): Promise<LabelEvents | undefined> {
    const before = this.#ledger.eventsAfter(cursor);
    if (before === undefined || before.events.length > 0) return before;
    await this.#change(signal);
    return this.#ledger.eventsAfter(cursor);
  }

  async write(write: LabelWrite): Promise<LabelOutcome> {
    const now = Date.now();
    const there = [...this.#instances.values()].filter(({ until }) => until > now).map(({ instance }) => instance);
    return this.#changed(this.#ledger.write(write, there));
  }

  async history(address: LabelAddress, limit: number): Promise<readonly LabelMove[]> {
    return this.#ledger.history(address, limit);
  }

  async late(): Promise<void> {
    this.#changed(this.#ledger.late());
  }

  async protect(labels: readonly string[]): Promise<void> {
    this.#ledger.protect(labels);
  }

  async announce(instance: LabelInstance): Promise<void> {
    this.#instances.set(instance.id, { instance, until: Date.now() + ANNOUNCED_MS });
  }

  async reportLoss(): Promise<void> {
    this.#ledger.reportLoss();
  }

  async allowRestoring(): Promise<void> {
    this.#ledger.allowRestoring();
  }

  async restore(state: LabelState): Promise<boolean> {
    return this.#changed(this.#ledger.restore(state));
  }

  async close(instance: LabelInstance | undefined): Promise<void> {
    if (instance !== undefined) this.#instances.delete(instance.id);
  }

  #changed<Result>(result: Result): Result {
    for (const wake of this.#waiting) wake();
    return result;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, LONGEST_WAIT_MS);
      timer.unref();
      signal.addEventListener('abort', done, { once: true });
      this.#waiting.add(done);
    });
  }
}
