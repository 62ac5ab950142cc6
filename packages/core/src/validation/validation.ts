import type { ArgumentFault } from '../errors.js';
import type { MakeValidator } from './validation-rules.js';

/** One validation: what it has found so far, and what it waits for. */
export interface Validation {
  readonly faults: ArgumentFault[];
  readonly pending: Promise<unknown>[];
  /** Places that have been refused already, and what they are in: their own rules say nothing. */
  readonly refused?: ReadonlySet<string> | undefined;
  readonly makeValidator?: MakeValidator | undefined;
  /**
   * How paths name arguments: as the wire does, or by their properties. Messages then name what is wrong by its path.
   * @default by their properties; and messages name them by the property alone, as class-validator does
   */
  readonly naming?: 'wire' | 'property';
}

/** A value at its place. */
export interface Site {
  readonly object: object;
  readonly value: unknown;
  readonly path: string;
}
