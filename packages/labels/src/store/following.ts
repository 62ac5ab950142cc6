import { setTimeout as sleep } from 'node:timers/promises';
import type { KindName, LabelChange, Logger } from '@cuecard/core';
import { type KnownLabels, merged } from './known-labels.js';
import { Presence } from './presence.js';
import { Retelling } from './retelling.js';
import { withTimeLimit } from './time-limit.js';
import { Waiters } from './waiters.js';
import type { LabelBackend, LabelEvents, LabelInstance } from './label-backend.js';

/** An instance that hears nothing for this long has missed something, in milliseconds. */
const LATE_MS = 2_000;
/** How long a store may take to answer that waits for a second itself. */
const SILENCE_MS = 5_000;
const HEARTBEAT_MS = 5_000;
/** A process that only moves a label is over by then, and is no instance. */
const FIRST_HEARTBEAT_MS = 1_000;
const [SHORTEST_WAIT_MS, LONGEST_WAIT_MS] = [50, 1_000];

/**
 * `starting`: nothing was heard yet. `fresh`: all moves are known. `stale`: the store cannot be reached. `behind`: the
 * store knows less than this instance. `closed`: labels stay as they are here.
 */
export type LabelStatus = 'starting' | 'fresh' | 'stale' | 'behind' | 'closed';

interface FollowingOptions {
  readonly backend: LabelBackend;
  readonly known: KnownLabels;
  readonly logger: Logger;
  readonly protect: readonly string[];
  readonly changed: (change: LabelChange) => void;
  /** What this instance serves; `undefined` if it serves nothing. */
  readonly instance: () => LabelInstance | undefined;
}

/** Keeps what an instance knows in step with a store. */
export class Following {
  /** Those who wait for the status, or for a move, to change. */
  readonly waiters = new Waiters();
  readonly #options: FollowingOptions;
  readonly #closing = new AbortController();
  readonly #presence: Presence;
  readonly #retelling = new Retelling(() => this.#retell());
  #cursor: string | undefined;
  #status: LabelStatus = 'starting';
  #since = new Date();
  #wasInStep = false;
  #failure: unknown = new Error('It has not answered yet');
  #failures = 0;
  #contact = performance.now();
  #heartbeat = performance.now() + FIRST_HEARTBEAT_MS;
  readonly #ended: Promise<void>;
  #closed: Promise<void> | undefined;

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#presence = new Presence(options);
    this.#ended = this.#run();
  }

  get status(): LabelStatus {
    return this.#status;
  }

  get since(): Date {
    return this.#since;
  }

  /** Why the store could not be reached. */
  get failure(): unknown {
    return this.#failure;
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    const isReached = this.#status === 'fresh' || this.#status === 'behind';
    this.#closing.abort();
    this.#retelling.end();
    this.#become('closed');
    this.waiters.end();
    if (!isReached) await this.#options.backend.close(undefined).catch(() => {}); // What is asked now may take long.
    await this.#ended;
    const instance = isReached ? this.#options.instance() : undefined;
    await this.#options.backend.close(instance).catch(() => {}); // It is forgotten by itself, too.
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted)
      try {
        await this.#step();
        this.#failures = 0;
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#lose(error);
        await this.#sleep(Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** this.#failures++));
      }
  }

  async #step(): Promise<void> {
    if (this.#cursor === undefined) return this.#catchUp();
    const [cursor, { signal }] = [this.#cursor, this.#closing];
    const events = await withTimeLimit(SILENCE_MS, signal, (limit) => this.#options.backend.next(cursor, limit));
    if (signal.aborted) return;
    this.#cursor = events?.cursor;
    if (events !== undefined) await this.#take(events);
    if (performance.now() > this.#heartbeat) await this.#beat();
  }

  async #take({ events }: LabelEvents): Promise<void> {
    const { known } = this.#options;
    const changes: LabelChange[] = [];
    for (const event of events) {
      if (event.type === 'late') this.#retelling.soon();
      else if (event.move.revision > known.revision + 1) this.#cursor = undefined;
      else if (event.move.revision > known.revision) changes.push(known.move(event.move));
    }
    await this.#apply(merged(changes));
  }

  /** Tells the listeners, and the others, if that comes late. */
  async #apply(change: LabelChange): Promise<void> {
    const isLate = this.#wasInStep && performance.now() - this.#contact > LATE_MS;
    const isChange = change.places.length > 0 || (change.announce ?? []).length > 0;
    this.#wasInStep = true;
    this.#contact = performance.now();
    if (isChange) this.#options.changed(change);
    this.#become('fresh');
    if (isChange && isLate) await this.#options.backend.late();
  }

  async #catchUp(): Promise<void> {
    const { backend, known } = this.#options;
    await this.#presence.protect();
    const stored = await backend.read({ begin: known.epoch === '' });
    if (this.#closing.signal.aborted) return;
    this.#presence.check();
    if (stored !== undefined && !known.isAheadOf(stored)) {
      this.#cursor = stored.cursor;
      return this.#apply(known.adopt(stored));
    }
    this.#fallBehind(stored?.revision ?? 0);
    if (this.#wasInStep) await backend.reportLoss();
    // A file may be old, and belong to another store, so it only fills an empty one.
    const mayRestore = this.#wasInStep || stored === undefined;
    const isRestored = mayRestore && (await backend.restore(known.state));
    if (!isRestored) await this.#sleep(LONGEST_WAIT_MS);
  }

  async #beat(): Promise<void> {
    this.#heartbeat = performance.now() + HEARTBEAT_MS;
    const { backend, known } = this.#options;
    await this.#presence.announce();
    const stored = await backend.head();
    this.#presence.check();
    const isInStep = stored?.epoch === known.epoch && stored.revision === known.revision;
    if (!isInStep) this.#cursor = undefined; // The store may have been emptied, or restored by another instance.
  }

  #lose(error: unknown): void {
    const { backend, logger } = this.#options;
    this.#cursor = undefined;
    this.#failure = error;
    if (this.#status !== 'stale' && this.#status !== 'behind')
      logger.error(`${backend.title} cannot be reached: labels stay as they are, and cannot be moved`, error);
    if (this.#status !== 'behind') this.#become('stale');
  }

  #fallBehind(revision: number): void {
    const { backend, known, logger } = this.#options;
    if (this.#status !== 'behind')
      logger.error(
        `${backend.title} has lost moves of labels: it is at revision ${revision}, and this instance at ${known.revision}. ` +
          'Labels stay as they are, and cannot be moved until they are restored',
      );
    this.#become('behind');
  }

  #become(status: LabelStatus): void {
    if (this.#status !== status) this.#since = new Date();
    this.#status = status;
    this.waiters.wake();
  }

  #retell(): void {
    const kinds = new Set<KindName>(this.#options.known.records.map(({ kind }) => kind));
    this.#options.changed({ places: [], announce: [...kinds] });
  }

  /** Following labels must not keep the process alive. */
  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {}); // It is closed.
  }
}
