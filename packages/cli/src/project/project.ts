import type { Definition, Logger, Runtime } from '@cuecard/core';
import type { Config, ProjectCommand } from '../config/config.js';
import type { Where } from '../outcome/problem.js';

export interface ProjectOptions {
  /** The current folder, from which the config is looked for upwards. */
  readonly folder: string;
  /** The way to the config, if one is named. */
  readonly config?: string | undefined;
  readonly command: ProjectCommand;
  readonly args: readonly string[];
  readonly logger: Logger;
}

/** A project whose config has been loaded. */
export interface Project {
  /** The folder of the config. */
  readonly root: string;
  readonly config: Config;
  readonly runtime: Runtime;
  /** Where the class of a definition is declared, if that is in the project. */
  whereIs(definition: Definition): Where | undefined;
  /** Closes what the config has opened. */
  close(): Promise<void>;
}
