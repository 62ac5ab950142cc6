import type { ModuleInstance } from './module-instance.js';

/** A file of the project that has been imported, through all its versions. */
export class Module {
  readonly file: string;
  /** What importers see; nothing before it has been evaluated for the first time. */
  current: ModuleInstance | undefined;

  constructor(file: string) {
    this.file = file;
  }
}
