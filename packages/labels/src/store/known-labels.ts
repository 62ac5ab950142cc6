import type { KindName, LabelChange, LabelPlace } from '@cuecard/core';
import { keyOf, type LabelMove, type LabelRecord, type LabelState, recordOf } from '../record/label-record.js';
import { hasLost } from '../record/rules.js';
import type { StoreHead } from './label-backend.js';

/** The labels as an instance knows them. */
export class KnownLabels {
  readonly #records = new Map<string, LabelRecord>();
  epoch = '';
  revision = 0;

  get records(): readonly LabelRecord[] {
    return [...this.#records.values()];
  }

  get state(): LabelState {
    return { epoch: this.epoch, revision: this.revision, records: this.records };
  }

  get(key: string): LabelRecord | undefined {
    return this.#records.get(key);
  }

  /** Whether a store has lost something that is known here. */
  isAheadOf(head: StoreHead): boolean {
    return hasLost(head, this);
  }

  *places(): Generator<LabelPlace, void, undefined> {
    for (const record of this.#records.values()) if (record.version !== null) yield placeOf(record);
  }

  /** Takes a move; returns what that changes. */
  move(move: LabelMove): LabelChange {
    this.revision = Math.max(this.revision, move.revision);
    const change = this.#changeTo([recordOf(move)]);
    this.#records.set(keyOf(move), recordOf(move));
    return change;
  }

  /** Takes everything from a store; returns what that changes. */
  adopt({ epoch, revision, records }: LabelState): LabelChange {
    const next = new Map(records.map((record) => [keyOf(record), record]));
    const gone = this.records.filter((record) => !next.has(keyOf(record)));
    const change = this.#changeTo([...records, ...gone.map((record) => ({ ...record, version: null, percent: null }))]);
    this.epoch = epoch;
    this.revision = revision;
    this.#records.clear();
    for (const [key, record] of next) this.#records.set(key, record);
    return change;
  }

  #changeTo(records: readonly LabelRecord[]): LabelChange {
    const places: LabelPlace[] = [];
    const announce = new Set<KindName>();
    for (const record of records) {
      const before = this.#records.get(keyOf(record));
      if ((before?.version ?? null) !== record.version) places.push(placeOf(record));
      if ((before?.percent ?? null) !== record.percent) announce.add(record.kind);
    }
    return { places, announce: [...announce] };
  }
}

/** Several changes as one. */
export function merged(changes: readonly LabelChange[]): LabelChange {
  const places = new Map<string, LabelPlace>();
  for (const place of changes.flatMap((change) => change.places))
    places.set(keyOf({ kind: 'prompt', ...place }), place);
  return { places: [...places.values()], announce: [...new Set(changes.flatMap(({ announce = [] }) => announce))] };
}

function placeOf({ kind, name, label, version }: LabelRecord): LabelPlace {
  return { kind, name, label, version: version ?? undefined };
}
