import { RequestError } from './errors.js';
import { LIST } from './text/option-kinds.js';
import { withoutOwnFrames } from './text/stack-frames.js';
import { type FaultId, sectionOf, referTo } from './troubleshooting.js';

/** One fault of a definition, and its remedy. */
export interface DefinitionFault {
  /** The kind of fault, which stays the same in later versions. `sectionOf(id)` explains it. */
  readonly id: FaultId;
  /** The class, or `Class.property`, after the packs that contain it: `desk/reviews/ReviewArgs.code`. */
  readonly where: string;
  /** The name of the faulty class, or of another faulty object: a definition from data, a pack, a label. */
  readonly type: string;
  /** The faulty property, if the fault is in one. */
  readonly property?: string;
  readonly problem: string;
  readonly remedy: string;
}

/** A fault, apart from its location. */
export type Defect = Pick<DefinitionFault, 'id' | 'problem' | 'remedy'>;

export function defect(id: FaultId, problem: string, remedy: string): Defect {
  return { id, problem, remedy };
}

/** The location of a fault. */
export type FaultPlace = Pick<DefinitionFault, 'where' | 'type' | 'property'>;

/** The location of a fault in a class, or in one of its properties. */
export function faultAt(type: string, property?: string): FaultPlace {
  return property === undefined ? { where: type, type } : { where: `${type}.${property}`, type, property };
}

/** Thrown when definitions are invalid, usually at start-up. Lists every fault of every definition. */
export class DefinitionError extends RequestError {
  override readonly name = 'DefinitionError';
  readonly #faults: readonly DefinitionFault[];

  constructor(all: readonly DefinitionFault[]) {
    LIST.require('The faults of a DefinitionError', all);
    const faults = distinct(all);
    const lines = faults.map((fault) => `  - ${sentencesOf(fault)} [${fault.id}]`);
    const end = faults.length === 0 ? [] : [referTo(new Set(faults.map(({ id }) => id)))];
    super([`Invalid definitions (${faults.length}):`, ...lines, ...end].join('\n'));
    this.#faults = faults;
    // The message lists the faults. Printing an error also prints its enumerable members, which would repeat them.
    for (const member of ['code', 'data']) Object.defineProperty(this, member, { enumerable: false });
    this.stack = withoutOwnFrames(this.stack);
  }

  get faults(): readonly DefinitionFault[] {
    return this.#faults;
  }
}

/** A fault as one line of a log, with the page that explains it. */
export function lineOf(fault: DefinitionFault): string {
  return `${sentencesOf(fault)} See ${sectionOf(fault.id)}`;
}

function sentencesOf({ where, problem, remedy }: DefinitionFault): string {
  return `${where} ${problem}. ${remedy}.`;
}

/** Removes duplicates: all definitions of a pack may share one fault. */
export function distinct(faults: readonly DefinitionFault[]): readonly DefinitionFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}
