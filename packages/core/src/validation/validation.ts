import type { ArgumentFault } from '../errors.js';
import type { MakeValidator } from './validation-rules.js';

/** One validation: the faults so far, and the pending work. */
export interface Validation {
  readonly faults: ArgumentFault[];
  readonly pending: Promise<unknown>[];
  /** The paths that were refused already, and the paths that contain them: their own rules are skipped. */
  readonly refused?: ReadonlySet<string> | undefined;
  readonly makeValidator?: MakeValidator | undefined;
  /** Whether an empty string is a value, which otherwise does not count as one that is required. */
  readonly keepsEmpty?: boolean;
  /**
   * How paths name arguments: by their names on the wire, or by their properties. Messages then use the path.
   * @default by their properties, and messages only use the property name, as class-validator does
   */
  readonly naming?: 'wire' | 'property';
}

/** A value and its location. */
export interface Site {
  readonly object: object;
  readonly value: unknown;
  readonly path: string;
}
