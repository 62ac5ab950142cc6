import type { KindName } from '@cuecard/core';

export const KINDS: ReadonlySet<unknown> = new Set<KindName>(['prompt', 'tool', 'resource']);

/** One label of one name. */
export interface LabelAddress {
  readonly kind: KindName;
  readonly name: string;
  readonly label: string;
}

/** Where a label points, since which move. */
export interface LabelRecord extends LabelAddress {
  /** Without the name: `2.1.0`; `null` if the label is where the code declares it. */
  readonly version: string | null;
  /** The share of callers that get it, from 0 to 100, for `byPercentage`; `null` if none was given. */
  readonly percent: number | null;
  /** The number of the move, which counts all moves of the store. */
  readonly revision: number;
  /** Who moved it. */
  readonly by: string;
  readonly why: string | null;
  /** When, by the clock of the store: an ISO 8601 time. */
  readonly at: string;
  /** What makes a repeated attempt the same move. */
  readonly operation: string;
}

/** A move of a label, as its history has it. */
export interface LabelMove extends LabelRecord {
  /** Where the label pointed before. */
  readonly from: string | null;
  readonly fromPercent: number | null;
  /** Whether it was moved from anywhere: nothing was expected. */
  readonly forced: boolean;
}

/** All labels of a store at one time. */
export interface LabelState {
  /** Another one if the store was made anew under the same address. */
  readonly epoch: string;
  /** The number of the last move; 0 if there was none. */
  readonly revision: number;
  readonly records: readonly LabelRecord[];
}

/** One text for each label. No part of it has a space. */
export function keyOf({ kind, name, label }: LabelAddress): string {
  return `${kind} ${name} ${label}`;
}

/** The record that a move leaves. */
export function recordOf(move: LabelMove): LabelRecord {
  const { kind, name, label, version, percent, revision, by, why, at, operation } = move;
  return { kind, name, label, version, percent, revision, by, why, at, operation };
}
