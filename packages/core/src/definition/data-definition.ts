import type { DataArg } from './data-arg.js';

/** A definition from data: the options of a decorator, with arguments as data, and the methods of a handler. */
export interface DataDefinition {
  readonly name: string;
  readonly args?: readonly DataArg[];
}
