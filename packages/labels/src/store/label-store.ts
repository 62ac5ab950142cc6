import { type DefinitionInfo, type LabelChange, type LabelPlace, type LabelSource, type Registry } from '@cuecard/core';
import { keyOf, type LabelMove, type LabelRecord } from '../record/label-record.js';
import { Followers } from './followers.js';
import { Following, type LabelStatus } from './following.js';
import { KnownLabels } from './known-labels.js';
import { KEPT_MOVES, type LabelBackend, type LabelInstance } from './label-backend.js';
import { LabelError } from './label-error.js';
import {
  type KindOption,
  type MoveOptions,
  type RemoveOptions,
  type WantedMove,
  removalOf,
  writeOf,
} from './move-options.js';
import { FIRST_ANSWER_MS, Reach } from './reach.js';
import { isSame, refusalError, repetitionError } from './refusal-error.js';
import { rollbackIn, type RollbackOptions } from './rollback.js';
import { type LabelStoreOptions, settingsOf, type Settings } from './store-options.js';

/** What is known of the labels, and how well. */
export interface LabelStoreState {
  readonly status: LabelStatus;
  /** Since when that is so. */
  readonly since: Date;
  readonly epoch: string;
  /** The number of the last move that is known here. */
  readonly revision: number;
}

/**
 * The labels of all instances that share a store. It serves what it knows while the store is away, and moves nothing then.
 * Moves are applied here when their promise resolves.
 */
export class LabelStore implements LabelSource {
  readonly #backend: LabelBackend;
  readonly #settings: Settings;
  readonly #known = new KnownLabels();
  readonly #followers: Followers;
  readonly #following: Following;
  readonly #reach: Reach;

  /**
   * @throws {Error} if the file of the option `fallback` cannot be read
   * @throws {TypeError} if it has no labels, or `protect` has what can be none
   * @throws {RangeError} if a time is invalid
   */
  constructor(backend: LabelBackend, options: LabelStoreOptions = {}) {
    this.#backend = backend;
    this.#settings = settingsOf(options);
    this.#followers = new Followers(this.#settings.logger);
    if (this.#settings.fallback !== undefined) this.#known.adopt(this.#settings.fallback);
    this.#following = new Following({
      backend,
      known: this.#known,
      logger: this.#settings.logger,
      protect: this.#settings.protect,
      changed: (change) => this.#followers.tell(change),
      instance: () => this.#instance(),
    });
    const { patience } = this.#settings;
    this.#reach = new Reach({ title: backend.title, following: this.#following, patience });
  }

  get state(): LabelStoreState {
    const { epoch, revision } = this.#known;
    return { status: this.#following.status, since: this.#following.since, epoch, revision };
  }

  /** Whether labels are known well enough to serve: for a readiness probe. */
  isReady(): boolean {
    const { status, since } = this.state;
    if (status === 'starting' || status === 'closed' || !this.#isKnown) return false;
    const isOld = status !== 'fresh' && Date.now() - since.getTime() > this.#settings.staleAfterMs;
    return this.#settings.stale === 'serve' || !isOld;
  }

  /**
   * Resolves when labels are known: those of the store, or those of the fallback if the store cannot be reached.
   * @throws {LabelError} `unreachable` if the store cannot be reached and there is no fallback
   */
  async ready(): Promise<void> {
    await this.#following.waiters.until(() => this.state.status !== 'starting', FIRST_ANSWER_MS);
    if (!this.#isKnown)
      throw new LabelError(
        'unreachable',
        `${this.#backend.title} cannot be reached, and there is no file to begin with: name one with the option fallback`,
        { cause: this.#following.failure },
      );
  }

  get #isKnown(): boolean {
    return this.#known.epoch !== '' || this.#settings.fallback !== undefined;
  }

  places(): Iterable<LabelPlace> {
    return this.#known.places();
  }

  watch(listener: (change: LabelChange) => void, registry: () => Registry): () => void {
    return this.#followers.add(listener, registry);
  }

  /** Where all labels are that were ever moved. */
  list(): readonly LabelRecord[] {
    return this.#known.records;
  }

  /** The percentage of a label, for `byPercentage`: that of its record, or 0. */
  percent(label: string): (version: DefinitionInfo) => number {
    return ({ kind, name }) => this.#known.get(keyOf({ kind: kind.name, name, label }))?.percent ?? 0;
  }

  /**
   * Moves a label to a version on all instances: `set('production', 'review@2.1.0', { expect: 'review@2.0.0', by: 'ada' })`.
   * @throws {LabelError} if the label stays where it is, with the reason
   */
  async set(label: string, to: string, options: MoveOptions): Promise<LabelMove> {
    return this.#write(writeOf(label, to, options));
  }

  /**
   * Removes a label from the store, so that it is where the code declares it.
   * @throws {LabelError} if the label stays where it is, with the reason
   */
  async remove(label: string, name: string, options: RemoveOptions): Promise<LabelMove> {
    return this.#write(removalOf({ kind: options.kind ?? 'prompt', name, label }, options));
  }

  /**
   * The moves of a label, newest first, of which the last 50 are kept.
   * @throws {LabelError} `unreachable`
   */
  async history(label: string, name: string, { kind = 'prompt' }: KindOption = {}): Promise<readonly LabelMove[]> {
    return this.#reach.ask(() => this.#backend.history({ kind, name, label }, KEPT_MOVES));
  }

  /**
   * Moves a label back to where it was, with its percentage. A second time moves it forth again.
   * @throws {LabelError} if the label stays where it is, with the reason
   */
  async rollback(label: string, name: string, options: RollbackOptions): Promise<LabelMove> {
    const { kind = 'prompt', to: _to, force = false, ...author } = options;
    const moves = await this.history(label, name, { kind });
    const { last, target } = rollbackIn(moves, options, `The label "${label}" of "${name}"`);
    const { expect = last.version === null ? null : `${name}@${last.version}` } = options;
    if (target.version === null) return this.remove(label, name, { ...author, kind, expect });
    return this.set(label, `${name}@${target.version}`, { ...author, kind, expect, force, percent: target.percent });
  }

  /**
   * Lets instances put back what they know into a store that has lost moves; the one that knows most wins. Nothing is moved for
   * 30 seconds.
   * @throws {LabelError} `unreachable`
   */
  async allowRestoring(): Promise<void> {
    await this.#reach.ask(() => this.#backend.allowRestoring());
  }

  /** Ends it: labels stay as they are here. The client of the store is left open. */
  close(): Promise<void> {
    return this.#following.close();
  }

  async #write(wanted: WantedMove): Promise<LabelMove> {
    const { epoch, revision } = this.#known;
    const outcome = await this.#reach.ask(() => this.#backend.write({ ...wanted, known: { epoch, revision } }));
    if ('refused' in outcome) throw refusalError(outcome, wanted, this.#backend.title);
    if (!isSame(outcome.move, wanted)) throw repetitionError(outcome.move);
    await this.#following.waiters.until(() => this.#known.revision >= outcome.move.revision, FIRST_ANSWER_MS);
    return outcome.move;
  }

  #instance(): LabelInstance | undefined {
    const serves = this.#followers.served();
    return serves && { id: this.#settings.instance, serves };
  }
}
