import { RequestError } from './errors.js';
import { withoutOwnFrames } from './text/own-frames.js';

/** A fault of one definition, and its remedy. */
export interface DefinitionFault {
  /** The class, or `Class.property`, after the packs that it came in: `desk/reviews/ReviewArgs.code`. */
  readonly where: string;
  /** The name of the class, or of what else is at fault: a definition from data, a pack, a label. */
  readonly type: string;
  /** The property, where one is at fault. */
  readonly property?: string;
  readonly problem: string;
  readonly remedy: string;
}

/** The place of a fault of a class, or of one of its properties. */
export function faultAt(type: string, property?: string): Pick<DefinitionFault, 'where' | 'type' | 'property'> {
  return property === undefined ? { where: type, type } : { where: `${type}.${property}`, type, property };
}

/** Thrown at start-up when definitions are invalid; it lists every fault of every definition. */
export class DefinitionError extends RequestError {
  override readonly name = 'DefinitionError';
  readonly #faults: readonly DefinitionFault[];

  constructor(given: readonly DefinitionFault[]) {
    const faults = distinct(given);
    const lines = faults.map(({ where, problem, remedy }) => `  - ${where} ${problem}. ${remedy}.`);
    super([`Invalid definitions (${faults.length}):`, ...lines].join('\n'));
    this.#faults = faults;
    // The message lists the faults: what prints an error prints its enumerable members too, and would repeat them.
    for (const member of ['code', 'data']) Object.defineProperty(this, member, { enumerable: false });
    this.stack = withoutOwnFrames(this.stack);
  }

  get faults(): readonly DefinitionFault[] {
    return this.#faults;
  }
}

/** The definitions of a pack may all lack the same, which is one fault. */
export function distinct(faults: readonly DefinitionFault[]): readonly DefinitionFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}
