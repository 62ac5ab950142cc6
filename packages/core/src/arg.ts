import { writeArg } from './metadata.js';

export interface ArgOptions {
  /** A name for people; clients from 2025-06-18 on may show it instead of the argument's own. */
  readonly title?: string;
  /** What the argument means; clients show it where they ask for the value. */
  readonly description?: string;
  /**
   * Whether the argument must be there and not empty.
   * @default true, unless the property has an initial value or `@IsOptional()`
   */
  readonly required?: boolean;
  /**
   * Takes an empty string as a value. Otherwise it counts as absent: several clients send one for a field left blank.
   * @default false
   */
  readonly allowEmpty?: boolean;
}

/** Makes a property of an arguments class an argument of the prompts that use the class. */
export function Arg(options: ArgOptions = {}) {
  return <Name extends string>(prototype: { [_ in Name]?: string }, property: Name): void => {
    writeArg(prototype, property, options);
  };
}
