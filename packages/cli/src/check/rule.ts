import type { Contract } from '@cuecard/testing/contract';
import type { Definition, Host } from '@cuecard/core';
import type { Declared, Sources } from '../source/sources.js';

export type Severity = 'warning' | 'error';

/** One idea of what a reviewer would ask to change. */
export interface Rule {
  /** Stable, and a heading of docs/check.md. */
  readonly id: string;
  readonly severity: Severity;
  /** A sentence without a full stop. */
  readonly summary: string;
  /** Whether it looks at what only the project itself has: its code, and what its definitions say beside their lists. */
  readonly needsProject?: true;
  find(project: CheckedProject): Iterable<Found>;
}

/** What a rule has found. */
export interface Found {
  /** What is wrong, after the name of what it is wrong with: `has no description`. */
  readonly message: string;
  readonly fix: string;
  readonly of?: CheckedDefinition;
  /** The name of one of its arguments. */
  readonly argument?: string;
  /**
   * Where it is.
   * @default the argument, or the definition
   */
  readonly at?: Declared;
}

/** What rules look at. */
export interface CheckedProject {
  /** Those that the project itself declares, readers of resources left out. */
  readonly definitions: readonly CheckedDefinition[];
  readonly sources: Sources;
  /** The classes that the runtime and the exported packs of the project list. */
  readonly listed: ReadonlySet<unknown>;
  /** The number of tokens that an example may render. */
  readonly budget: number;
  /** The hosts that the runtime knows. */
  readonly hosts: readonly Host[];
  /** What the runtime warned of while examples were rendered. */
  readonly warnings: readonly string[];
  /** The ids of all rules. */
  readonly ids: ReadonlySet<string>;
}

export interface CheckedDefinition {
  /** Missing for what another server lists. */
  readonly definition?: Definition;
  /** With rendered examples, unless the project is a pack. */
  readonly contract: Contract;
  /** Missing if the definition is made in a loop, or in another file than the project's. */
  readonly declared?: Declared | undefined;
}
