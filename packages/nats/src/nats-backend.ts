import {
  hasLost,
  type LabelAddress,
  type LabelBackend,
  type LabelEvents,
  type LabelInstance,
  type LabelMove,
  type LabelOutcome,
  type LabelState,
  type LabelWrite,
  moveOf,
  recordOf,
  refusalOf,
  type StoredState,
  type StoreHead,
} from '@cuecard/labels';
import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/nats-core';
import { AnnouncedInstances } from './announced-instances.js';
import { Buckets } from './buckets.js';
import { LabelLog } from './label-log.js';
import { Connection } from './nats-connection.js';
import { entriesOf } from './sent-entries.js';
import { type Identity, StoreState } from './store-state.js';
import { keyFor, latestOf, moveIn, put, type StoredMove } from './stored-moves.js';

type Named = Identity & { readonly revision: number };

/** Labels in NATS JetStream. */
export class NatsBackend implements LabelBackend {
  readonly title = 'NATS';
  readonly #connection: Connection;
  readonly #buckets: Buckets;
  readonly #state: StoreState;
  readonly #instances: AnnouncedInstances;
  #log: LabelLog | undefined;

  constructor(connect: () => Promise<NatsConnection>, namespace: string) {
    this.#connection = new Connection(connect);
    this.#buckets = new Buckets(this.#connection, namespace);
    this.#state = new StoreState(this.#buckets);
    this.#instances = new AnnouncedInstances(this.#buckets);
  }

  read(options: { readonly begin: boolean }): Promise<StoredState | undefined> {
    return this.#connection.during(() => this.#read(options));
  }

  head(): Promise<StoreHead | undefined> {
    return this.#connection.during(async () => this.#named(await this.#buckets.moves()));
  }

  next(cursor: string, signal: AbortSignal): Promise<LabelEvents> {
    return this.#connection.during(() => this.#next(cursor, signal));
  }

  write(write: LabelWrite): Promise<LabelOutcome> {
    return this.#connection.during(() => this.#write(write));
  }

  history(address: LabelAddress, limit: number): Promise<readonly LabelMove[]> {
    return this.#connection.during(() => this.#history(address, limit));
  }

  late(): Promise<void> {
    return this.#state.late();
  }

  protect(labels: readonly string[]): Promise<void> {
    return this.#state.protect(labels);
  }

  announce(instance: LabelInstance): Promise<void> {
    return this.#instances.add(instance);
  }

  reportLoss(): Promise<void> {
    return this.#state.reportLoss();
  }

  allowRestoring(): Promise<void> {
    return this.#state.allowRestoring();
  }

  async restore(state: LabelState): Promise<boolean> {
    const named = await this.#named(await this.#buckets.moves());
    if ((named?.revision ?? 0) >= state.revision || !(await this.#state.isRestoring())) return false;
    return this.#state.alone(() => this.#replace(state, named));
  }

  async close(instance: LabelInstance | undefined): Promise<void> {
    this.#log?.end();
    try {
      if (instance !== undefined) await this.#instances.delete(instance);
    } finally {
      await this.#connection.close();
    }
  }

  async #read({ begin }: { readonly begin: boolean }): Promise<StoredState | undefined> {
    this.#log?.end();
    this.#log = undefined;
    this.#buckets.forget();
    const moves = await this.#buckets.moves();
    if (begin) await this.#state.begin();
    const named = await this.#named(moves);
    if (named === undefined) return undefined;
    const { epoch, superseded, base, revision } = named;
    const latest = revision === 0 ? [] : await latestOf(moves, base);
    const last = Math.max(revision, ...latest.map((move) => move.revision));
    return { epoch, superseded, revision: last, records: latest.map(recordOf), cursor: String(last) };
  }

  async #next(cursor: string, signal: AbortSignal): Promise<LabelEvents> {
    if (this.#log?.revision !== Number(cursor)) {
      this.#log?.end();
      this.#log = undefined;
      const identity = await this.#state.identity();
      this.#log = await LabelLog.after(Number(cursor), identity?.base ?? 0, this.#buckets);
    }
    return this.#log.next(this.#connection, signal);
  }

  async #write(write: LabelWrite): Promise<LabelOutcome> {
    const moves = await this.#buckets.moves();
    for (;;) {
      const named = await this.#named(moves);
      if (named === undefined || hasLost(named, write.known) || (await this.#state.isClosed()))
        return { refused: 'behind' };
      const { base } = named;
      const done = (await this.#movesOf(write, base)).find(({ operation }) => operation === write.operation);
      if (done !== undefined) return { move: done };
      const entry = await moves.get(keyFor(write));
      const present = entry?.operation === 'PUT' ? recordOf(moveIn(entry, base)) : undefined;
      const refusal = refusalOf(write, { present, ...(await this.#situation(write)) });
      if (refusal !== undefined) return refusal;
      const { revision: _counted, ...stored } = moveOf(write, present, 0);
      const revision = await put(moves, keyFor(write), JSON.stringify(stored), entry);
      if (revision !== undefined) return { move: { ...stored, revision: base + revision } };
    }
  }

  async #history(address: LabelAddress, limit: number): Promise<readonly LabelMove[]> {
    const base = (await this.#state.identity())?.base ?? 0;
    return (await this.#movesOf(address, base)).toReversed().slice(0, limit);
  }

  async #named(moves: KV): Promise<Named | undefined> {
    const identity = await this.#state.identity();
    if (identity === undefined) return undefined;
    const { messages, last_seq: last } = (await moves.status()).streamInfo.state;
    return { ...identity, revision: messages === 0 ? 0 : identity.base + last };
  }

  async #movesOf(address: LabelAddress, base: number): Promise<readonly LabelMove[]> {
    const moves: LabelMove[] = [];
    const history = await (await this.#buckets.moves()).history({ key: keyFor(address) });
    for await (const entry of entriesOf(history)) if (entry.operation === 'PUT') moves.push(moveIn(entry, base));
    return moves;
  }

  async #situation({ label, force }: LabelWrite) {
    return { isProtected: await this.#state.isProtected(label), instances: force ? [] : await this.#instances.all() };
  }

  /** Each label is one entry, so the base makes up for the moves that are no longer there. */
  async #replace({ epoch, revision, records }: LabelState, former: Named | undefined): Promise<void> {
    const moves = await this.#buckets.moves();
    const last = await this.#buckets.purge(moves);
    const others = [...(former?.superseded ?? []), ...(former === undefined ? [] : [former.epoch])];
    const superseded = others.filter((each) => each !== epoch);
    const identity: Identity = { epoch, superseded, base: revision - records.length - last };
    await this.#state.identify(identity);
    for (const record of records) {
      const move: StoredMove = { ...record, from: record.version, fromPercent: record.percent, forced: true };
      await moves.put(keyFor(record), JSON.stringify(move));
    }
  }
}
