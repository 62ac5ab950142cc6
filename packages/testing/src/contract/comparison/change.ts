import type { KindName } from '@cuecard/core';

/** The version that a change requires. No version is enough for an `error`. A `warning` needs human review. */
export type Level = 'error' | 'major' | 'minor' | 'patch' | 'warning';

/** A line of a file. The path is relative to a folder that the reader of the report knows. */
export interface Line {
  readonly path: string;
  /** The line number, counted from 1. */
  readonly line: number;
}

/** One difference between two manifests. */
export interface Change {
  readonly level: Level;
  /** The kind of difference, such as `argument-removed`. */
  readonly rule: string;
  /** The kind of the changed definition; missing if the change affects the whole manifest. */
  readonly kind?: KindName;
  /** The name of the changed definition, with its version if there are several versions: `review@1.2.0`. */
  readonly name?: string;
  /** The changed argument, or the path of the changed value inside an argument: `order.items`. */
  readonly argument?: string;
  /** A sentence that describes the change. */
  readonly reason: string;
  /** The changed line, if it is known. */
  readonly where?: Line;
}

/** A change without the kind and name of its definition, which are added later. */
export type Difference = Pick<Change, 'level' | 'rule' | 'argument' | 'reason'>;

const LEVELS: readonly Level[] = ['error', 'major', 'minor', 'patch', 'warning'];

/** Orders changes by level, the highest first. */
export function byLevel(one: Change, other: Change): number {
  return LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level);
}

/** The effect of a changed keyword on the set of values that a schema accepts. */
export interface Effect {
  readonly effect: 'narrower' | 'wider' | 'incomparable';
  readonly rule: string;
  readonly reason: string;
}

export function narrower(rule: string, reason: string): Effect {
  return { effect: 'narrower', rule, reason };
}

export function wider(rule: string, reason: string): Effect {
  return { effect: 'wider', rule, reason };
}
