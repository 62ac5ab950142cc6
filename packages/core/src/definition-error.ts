import { RequestError } from './errors.js';
import { ARRAY } from './text/option-kinds.js';
import { withoutOwnFrames } from './text/stack-frames.js';
import { type FaultId, sectionOf, referenceTo } from './troubleshooting.js';

/** One fault of a definition, and its remedy. */
export interface DefinitionFault {
  /** The kind of fault. Ids are stable across versions. `sectionOf(id)` returns the page that explains the id. */
  readonly id: FaultId;
  /** The faulty class, or `Class.property`, preceded by the packs that contain it: `desk/reviews/ReviewArgs.code`. */
  readonly where: string;
  /** The name of the faulty class, or of a different faulty object: a definition built from data, a pack or a label. */
  readonly type: string;
  /** The faulty property, if the fault is in one. */
  readonly property?: string;
  readonly problem: string;
  readonly remedy: string;
}

/** A problem and its remedy, without the location. */
export type Defect = Pick<DefinitionFault, 'id' | 'problem' | 'remedy'>;

export function defect(id: FaultId, problem: string, remedy: string): Defect {
  return { id, problem, remedy };
}

export type FaultLocation = Pick<DefinitionFault, 'where' | 'type' | 'property'>;

/** Returns the location of a fault in a class, or in one of its properties. */
export function locate(type: string, property?: string): FaultLocation {
  return property === undefined ? { where: type, type } : { where: `${type}.${property}`, type, property };
}

/** Thrown when definitions are invalid, usually at start-up. Lists every fault of every definition. */
export class DefinitionError extends RequestError {
  override readonly name = 'DefinitionError';
  readonly #faults: readonly DefinitionFault[];

  constructor(all: readonly DefinitionFault[]) {
    ARRAY.require('The faults of a DefinitionError', all);
    const faults = distinctFaults(all);
    const lines = faults.map((fault) => `  - ${describeFault(fault)} [${fault.id}]`);
    const end = faults.length === 0 ? [] : [referenceTo(new Set(faults.map(({ id }) => id)))];
    super([`Invalid definitions (${faults.length}):`, ...lines, ...end].join('\n'));
    this.#faults = faults;
    // The message already lists the faults. Printing an error also prints its enumerable properties, which would repeat
    // the faults.
    for (const member of ['code', 'data']) Object.defineProperty(this, member, { enumerable: false });
    this.stack = withoutOwnFrames(this.stack);
  }

  get faults(): readonly DefinitionFault[] {
    return this.#faults;
  }
}

/** Formats a fault as one log line, with the page that explains the fault. */
export function faultLine(fault: DefinitionFault): string {
  return `${describeFault(fault)} See ${sectionOf(fault.id)}`;
}

function describeFault({ where, problem, remedy }: DefinitionFault): string {
  return `${where} ${problem}. ${remedy}.`;
}

/** Removes duplicate faults, because all definitions of a pack may share one fault. */
export function distinctFaults(faults: readonly DefinitionFault[]): readonly DefinitionFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}
