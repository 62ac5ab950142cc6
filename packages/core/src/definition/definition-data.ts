import type { ArgOptions } from '../arguments/arg.js';
import type { DefinitionOptions } from './definition-options.js';

/** One argument of a definition from data. */
export interface DataArg extends ArgOptions {
  readonly name: string;
  /** The value of the argument if it is absent; makes the argument optional. */
  readonly default?: unknown;
  /** class-validator's rules for it, such as `IsIn(['a', 'b'])`. */
  readonly rules?: readonly PropertyDecorator[];
}

/** The data of a definition, beside the function that answers. */
export interface DefinitionData extends Omit<DefinitionOptions, 'args' | 'name'> {
  readonly name: string;
  readonly args?: readonly DataArg[];
}
