import type { Awaitable, Logger, RegistryEntry, Runtime } from '@cuecard/core';
import type { ServeHttpOptions, ServerIdentity } from '@cuecard/server';

type HttpOptions = Omit<ServeHttpOptions, keyof ServerIdentity | 'fallback'>;

/** The server that the commands serve, call and check. */
export interface Config extends ServerIdentity {
  readonly runtime: Runtime;
  /** The options of the endpoint: port, path, hosts, authentication and limits. */
  readonly http?: HttpOptions;
  /**
   * Further files and folders that the project reads while it is loaded, relative to the config, such as Markdown. If one
   * of them changes, `dev` evaluates all modules again.
   */
  readonly watch?: readonly string[];
  /** The options of `cuecard check`. */
  readonly check?: CheckConfig;
  /** Called once when the runtime is no longer served, after its last request. */
  close?(): Awaitable<void>;
}

/** How `cuecard check` judges a project. */
export interface CheckConfig {
  /**
   * The severity of each rule, by id.
   * @default the rule's own severity
   */
  readonly rules?: Readonly<Partial<Record<string, 'off' | 'warning' | 'error'>>>;
  /**
   * The maximum number of tokens that an example may render, by an estimate.
   * @default 8000
   */
  readonly budget?: number;
}

/** The commands that read a config. */
export type ProjectCommand =
  | 'call'
  | 'check'
  | 'complete'
  | 'connect'
  | 'dev'
  | 'diff'
  | 'docs'
  | 'get'
  | 'list'
  | 'manifest'
  | 'read'
  | 'serve';

/** The context that a command passes to the config function. */
export interface ConfigContext {
  readonly command: ProjectCommand;
  /** Pass this logger to the runtime. `dev` shows what it receives in the terminal and the playground. */
  readonly logger: Logger;
  /** The words after `--` on the command line. */
  readonly args: readonly string[];
  /**
   * Loads the prompts, tools and resources that the files of a folder and its subfolders export: decorated classes,
   * data definitions and packs. The folder is relative to the config. Under `dev`, files that are added later join them.
   */
  loadDefinitions(folder: string): Promise<readonly RegistryEntry[]>;
}

/** Creates the config. `dev` calls it again when a file that the result depends on is edited. */
export type ConfigFunction = (context: ConfigContext) => Awaitable<Config>;

/** Types the default export of `cuecard.config.ts`. */
export function defineConfig(config: Config | ConfigFunction): ConfigFunction {
  return typeof config === 'function' ? config : () => config;
}
