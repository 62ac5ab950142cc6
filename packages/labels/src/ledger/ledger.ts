import { randomUUID } from 'node:crypto';
import {
  keyOf,
  type LabelAddress,
  type LabelMove,
  type LabelRecord,
  type LabelState,
  recordOf,
} from '../record/label-record.js';
import type { LabelOutcome, LabelWrite } from '../record/label-write.js';
import { hasLost, moveOf, refusalOf } from '../record/rules.js';
import {
  KEPT_MOVES,
  type LabelEvent,
  type LabelEvents,
  type LabelInstance,
  LOSS_MS,
  RESTORING_MS,
  type StoredState,
  type StoreHead,
} from '../store/label-backend.js';

/** What a store without a machinery of its own keeps. */
export interface LedgerData {
  epoch: string;
  superseded: readonly string[];
  revision: number;
  /** How often moves were applied late. */
  lates: number;
  protected: readonly string[];
  /** Until when labels may be restored, in milliseconds since 1970. */
  restoringUntil: number;
  /** Until when labels cannot be moved, because an instance knows of moves that are lost here. */
  lostUntil: number;
  records: readonly LabelRecord[];
  /** The last moves of each label, oldest first. */
  moves: readonly LabelMove[];
}

export function emptyLedger(): LedgerData {
  const numbers = { revision: 0, lates: 0, restoringUntil: 0, lostUntil: 0 };
  return { epoch: '', superseded: [], ...numbers, protected: [], records: [], moves: [] };
}

/** The rules of labels, for stores without a machinery of their own. */
export class Ledger {
  readonly data: LedgerData;

  constructor(data: LedgerData) {
    this.data = data;
  }

  get head(): StoreHead | undefined {
    const { epoch, revision, superseded } = this.data;
    return epoch === '' ? undefined : { epoch, revision, superseded };
  }

  read(): StoredState | undefined {
    const { head } = this;
    return head && { ...head, records: this.data.records, cursor: this.#cursor };
  }

  begin(): void {
    if (this.data.epoch === '') this.data.epoch = randomUUID();
  }

  /** What has happened since; `undefined` if not all of it is known any more. */
  eventsAfter(cursor: string): LabelEvents | undefined {
    const [revision = 0, lates = 0] = cursor.split(':').map(Number);
    const moves = this.data.moves.filter((move) => move.revision > revision);
    if (moves.length !== this.data.revision - revision) return undefined;
    const events: LabelEvent[] = moves.map((move) => ({ type: 'move', move }));
    if (this.data.lates > lates) events.push({ type: 'late' });
    return { events, cursor: this.#cursor };
  }

  /** @param instances those that are there now */
  write(write: LabelWrite, instances: readonly LabelInstance[]): LabelOutcome {
    const { data } = this;
    if (hasLost(data, write.known) || Math.max(data.lostUntil, data.restoringUntil) > Date.now())
      return { refused: 'behind' };
    const done = this.#movesOf(write).find(({ operation }) => operation === write.operation);
    if (done !== undefined) return { move: done };
    const present = data.records.find((record) => keyOf(record) === keyOf(write));
    const isProtected = data.protected.includes(write.label);
    return refusalOf(write, { present, isProtected, instances }) ?? { move: this.#move(write, present) };
  }

  history(address: LabelAddress, limit: number): readonly LabelMove[] {
    return this.#movesOf(address).toReversed().slice(0, limit);
  }

  late(): void {
    this.data.lates += 1;
  }

  protect(labels: readonly string[]): boolean {
    const more = labels.filter((label) => !this.data.protected.includes(label));
    this.data.protected = [...this.data.protected, ...more];
    return more.length > 0;
  }

  reportLoss(): void {
    this.data.lostUntil = Date.now() + LOSS_MS;
  }

  allowRestoring(): void {
    this.data.restoringUntil = Date.now() + RESTORING_MS;
  }

  restore({ epoch, revision, records }: LabelState): boolean {
    const { data } = this;
    if (data.restoringUntil < Date.now() || data.revision >= revision) return false;
    const superseded = data.epoch === '' || data.epoch === epoch ? [] : [data.epoch];
    data.superseded = [...data.superseded, ...superseded].filter((each) => each !== epoch);
    Object.assign(data, { epoch, revision, records });
    return true;
  }

  get #cursor(): string {
    return `${this.data.revision}:${this.data.lates}`;
  }

  #movesOf(address: LabelAddress): readonly LabelMove[] {
    return this.data.moves.filter((move) => keyOf(move) === keyOf(address));
  }

  #move(write: LabelWrite, present: LabelRecord | undefined): LabelMove {
    const { data } = this;
    const move = moveOf(write, present, data.revision + 1);
    const dropped = new Set(this.#movesOf(write).slice(0, -(KEPT_MOVES - 1)));
    data.moves = [...data.moves.filter((each) => !dropped.has(each)), move];
    data.records = [...data.records.filter((each) => keyOf(each) !== keyOf(write)), recordOf(move)];
    data.revision = move.revision;
    return move;
  }
}
