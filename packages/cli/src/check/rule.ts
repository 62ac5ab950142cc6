import type { Contract } from '@cuecard/testing/contract';
import type { Definition, Host } from '@cuecard/core';
import type { Declaration, Sources } from '../source/sources.js';

export type Severity = 'warning' | 'error';

/** A check that reports one kind of mistake. */
export interface Rule {
  /** Stable, and a heading of docs/check-rules.md. */
  readonly id: string;
  readonly severity: Severity;
  /** A sentence without a full stop. */
  readonly summary: string;
  /** Whether the rule needs the code of the project or definitions in full, not only lists. */
  readonly needsProject?: true;
  find(project: CheckedProject): Iterable<Violation>;
}

/** A mistake that a rule has found. */
export interface Violation {
  /** The problem, as a sentence with its subject: `prompt "review" has no description`. */
  readonly message: string;
  readonly fix: string;
  readonly of?: CheckedDefinition;
  /** The name of the argument at fault. */
  readonly argument?: string;
  /**
   * The place in the source.
   * @default the argument, or the definition
   */
  readonly at?: Declaration;
}

/** The input of rules. */
export interface CheckedProject {
  /** The definitions that the project itself declares, without readers of resources. */
  readonly definitions: readonly CheckedDefinition[];
  readonly sources: Sources;
  /** The classes that the runtime and the exported packs of the project list. */
  readonly listed: ReadonlySet<unknown>;
  /** The number of tokens that an example may render. */
  readonly budget: number;
  /** The hosts that the runtime knows. */
  readonly hosts: readonly Host[];
  /** The warnings of the runtime while examples were rendered. */
  readonly warnings: readonly string[];
  /** The ids of all rules. */
  readonly ids: ReadonlySet<string>;
}

export interface CheckedDefinition {
  /** Missing for definitions of another server. */
  readonly definition?: Definition;
  /** With rendered examples, unless the project is a pack. */
  readonly contract: Contract;
  /** Missing if the definition is made in a loop, or in another file than the project's. */
  readonly declared?: Declaration | undefined;
}

/** Judges each definition by itself. The subject names it in messages. */
export function findInDefinitions(
  judge: (definition: CheckedDefinition, subject: string, project: CheckedProject) => Omit<Violation, 'of'> | undefined,
): Rule['find'] {
  return function* (project) {
    for (const definition of project.definitions) {
      const found = judge(definition, describeDefinition(definition), project);
      if (found !== undefined) yield { of: definition, ...found };
    }
  };
}

/** A definition in messages: `prompt review@1.2.0`. */
export function describeDefinition({ contract: { kind, name, version } }: CheckedDefinition): string {
  return `${kind} ${name}${version === undefined ? '' : `@${version}`}`;
}
