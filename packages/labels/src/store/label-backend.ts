import type { LabelAddress, LabelMove, LabelState } from '../record/label-record.js';
import type { LabelOutcome, LabelWrite } from '../record/label-write.js';

/** What happens in a store, in its order. */
export type LabelEvent =
  | { readonly type: 'move'; readonly move: LabelMove }
  /** An instance has applied moves late: its clients may have listed the old labels meanwhile. */
  | { readonly type: 'late' };

export interface LabelEvents {
  readonly events: readonly LabelEvent[];
  /** Where to read on. */
  readonly cursor: string;
}

/** How much a store knows. */
export interface StoreHead {
  readonly epoch: string;
  readonly revision: number;
  /** The epochs that this one has replaced when labels were restored. */
  readonly superseded: readonly string[];
}

export interface StoredState extends LabelState, StoreHead {
  /** Where to read on. */
  readonly cursor: string;
}

/** An instance that serves versions. */
export interface LabelInstance {
  readonly id: string;
  /** `kind name` of each name that it serves, and `kind name@version` of each version. */
  readonly serves: ReadonlySet<string>;
}

/**
 * Where labels are kept. Every call rejects while the place cannot be reached. What the rules
 * of labels have to do with one another is decided here, in one step for all who write.
 */
export interface LabelBackend {
  /** What it is called in messages, such as `Redis`. */
  readonly title: string;
  /** All labels. `undefined` if the store has no epoch; it gets one if `begin` is true. */
  read(options: { readonly begin: boolean }): Promise<StoredState | undefined>;
  /** The same without the labels. */
  head(): Promise<StoreHead | undefined>;
  /**
   * What has happened since; waits about a second for something to happen. `undefined` if that is not known any more.
   * An aborted signal gives up the connection.
   */
  next(cursor: string, signal: AbortSignal): Promise<LabelEvents | undefined>;
  write(write: LabelWrite): Promise<LabelOutcome>;
  /** The last moves of a label, newest first. */
  history(address: LabelAddress, limit: number): Promise<readonly LabelMove[]>;
  /** Says that moves were applied late. */
  late(): Promise<void>;
  /** Demands a reason, and where a label has to be, for each move of these labels, and of those named before. */
  protect(labels: readonly string[]): Promise<void>;
  /** Says that an instance is there, for 15 seconds. */
  announce(instance: LabelInstance): Promise<void>;
  /** Says that the store has lost moves which the instance was in step with: for 5 seconds nothing is written. */
  reportLoss(): Promise<void>;
  /** Allows labels to be restored for 30 seconds, in which nothing is written. */
  allowRestoring(): Promise<void>;
  /** Puts back what an instance knows if restoring is allowed, and the store knows less. Returns whether it did. */
  restore(state: LabelState): Promise<boolean>;
  /** The instance is gone, if there was one, and nothing is asked any more. */
  close(instance: LabelInstance | undefined): Promise<void>;
}

/** How long an announcement holds, in milliseconds. */
export const ANNOUNCED_MS = 15_000;
/** How long a reported loss holds, in milliseconds. */
export const LOSS_MS = 5_000;
/** How long restoring is allowed, in milliseconds. */
export const RESTORING_MS = 30_000;
/** How many moves of a label are kept. */
export const KEPT_MOVES = 50;
/** How many moves of all labels are kept. */
export const KEPT_EVENTS = 10_000;
