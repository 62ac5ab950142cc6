import type { Definition } from '../definition/definition.js';
import type { DefinitionFault } from '../definition-error.js';
import type { Refuse } from './clashes.js';

/** A definition that is not part of a registry because of its faults. */
export interface LeftOut {
  readonly definition: Definition;
  /** The same objects as in the list of all faults. */
  readonly faults: readonly DefinitionFault[];
}

/** The faults found while building a registry. */
export class Findings {
  readonly faults: DefinitionFault[];
  readonly leftOut: LeftOut[];

  constructor(faults: readonly DefinitionFault[] = [], leftOut: readonly LeftOut[] = []) {
    this.faults = [...faults];
    this.leftOut = [...leftOut];
  }

  leaveOut(definition: Definition, faults: readonly DefinitionFault[]): void {
    for (const fault of faults) this.faults.push(fault);
    this.leftOut.push({ definition, faults });
  }

  /** Leaves out a definition that clashes with another one. */
  get refuse(): Refuse {
    return (definition, fault) => this.leaveOut(definition, [fault]);
  }

  add({ faults, leftOut }: Findings): void {
    for (const fault of faults) this.faults.push(fault);
    for (const each of leftOut) this.leftOut.push(each);
  }

  /** These findings without those of corrected definitions, followed by others. */
  with(others: Findings, isMended: (definition: Definition) => boolean): Findings {
    const mended = new Set(this.leftOut.filter(({ definition }) => isMended(definition)));
    const old = new Set([...mended].flatMap(({ faults }) => faults));
    const faults = this.faults.filter((fault) => !old.has(fault));
    const leftOut = this.leftOut.filter((each) => !mended.has(each));
    return new Findings([...faults, ...others.faults], [...leftOut, ...others.leftOut]);
  }
}
