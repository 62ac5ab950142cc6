import type { LabelAddress, LabelMove, LabelRecord } from './label-record.js';

/** A move that a store is asked for. */
export interface LabelWrite extends LabelAddress {
  readonly version: string | null;
  /** `undefined` keeps what it is. */
  readonly percent: number | null | undefined;
  /** The version where the label has to be; `null` if the store must not know it; `undefined` if it may be anywhere. */
  readonly expect: string | null | undefined;
  readonly by: string;
  readonly why: string | null;
  readonly operation: string;
  /** Whether the version may be missing on other instances. */
  readonly force: boolean;
  /** What the writer knows: a store that knows less has lost something, and must not be written to. */
  readonly known: { readonly epoch: string; readonly revision: number };
}

/** Why a store has made no move. */
export type LabelRefusal =
  /** The label is elsewhere; `present` is where, if the store knows it. */
  | { readonly refused: 'mismatch'; readonly present: LabelRecord | undefined }
  /** The label is protected, and the move has no reason or names no version where the label has to be. */
  | { readonly refused: 'protected' }
  /** Some instances do not have the version. */
  | { readonly refused: 'lacking'; readonly instances: readonly string[] }
  /** The store knows less than the writer. */
  | { readonly refused: 'behind' };

export type LabelOutcome = { readonly move: LabelMove } | LabelRefusal;
