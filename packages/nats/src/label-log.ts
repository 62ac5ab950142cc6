import { setTimeout as sleep } from 'node:timers/promises';
import type { LabelEvent, LabelEvents } from '@cuecard/labels';
import type { QueuedIterator } from '@nats-io/nats-core';
import type { KvWatchEntry } from '@nats-io/kv';
import type { Buckets } from './buckets.js';
import type { Connection } from './nats-connection.js';
import { moveIn } from './stored-moves.js';

/** How long a read waits for something to happen, in milliseconds. */
const WAIT_MS = 1_000;

/** What happens in the buckets, from one revision on. */
export class LabelLog {
  readonly #watches: readonly QueuedIterator<KvWatchEntry>[];
  readonly #events: { readonly event: LabelEvent; readonly revision: number }[] = [];
  #failure: unknown;
  #wake: () => void = () => {};
  /** The last revision that was read. */
  revision: number;

  private constructor(revision: number, watches: readonly QueuedIterator<KvWatchEntry>[]) {
    this.revision = revision;
    this.#watches = watches;
  }

  /** @param base what the revisions of JetStream are short of */
  static async after(revision: number, base: number, buckets: Buckets): Promise<LabelLog> {
    const moves = await (await buckets.moves()).watch({ include: 'history', resumeFromRevision: revision - base + 1 });
    const lates = await (await buckets.state()).watch({ include: 'updates', key: 'late' });
    const log = new LabelLog(revision, [moves, lates]);
    void log.#read(moves, (entry) => {
      const move = moveIn(entry, base);
      return { event: { type: 'move', move }, revision: base + entry.revision };
    });
    void log.#read(lates, () => ({ event: { type: 'late' }, revision: 0 }));
    return log;
  }

  /** @throws {Error} if the server does not answer */
  async next(connection: Connection, signal: AbortSignal): Promise<LabelEvents> {
    if (this.#events.length === 0) await this.#change(signal);
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#events.length === 0) await connection.ping();
    const taken = this.#events.splice(0);
    this.revision = Math.max(this.revision, ...taken.map(({ revision }) => revision));
    return { events: taken.map(({ event }) => event), cursor: String(this.revision) };
  }

  end(): void {
    for (const watch of this.#watches) watch.stop();
  }

  async #read(
    watch: QueuedIterator<KvWatchEntry>,
    eventIn: (entry: KvWatchEntry) => { readonly event: LabelEvent; readonly revision: number },
  ): Promise<void> {
    try {
      for await (const entry of watch) {
        if (entry.operation === 'PUT') this.#events.push(eventIn(entry));
        this.#wake();
      }
    } catch (error) {
      this.#failure = error;
      this.#wake();
    }
  }

  async #change(signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const changed = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    signal.addEventListener('abort', () => waiting.abort(), { once: true });
    await Promise.race([changed, sleep(WAIT_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => {})]);
    waiting.abort();
  }
}
