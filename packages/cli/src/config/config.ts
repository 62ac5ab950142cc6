import type { Awaitable, Logger, RegistryEntry, Runtime } from '@cuecard/core';
import type { serveHttp, ServeHttpOptions, serveStdio, ServerIdentity } from '@cuecard/server';

/** What serves a runtime: `import * as adapter from '@cuecard/server'`, or from `@cuecard/mcp-sdk`. */
export interface Adapter {
  readonly serveHttp: typeof serveHttp;
  readonly serveStdio: typeof serveStdio;
}

type HttpOptions = Omit<ServeHttpOptions, keyof ServerIdentity | 'fallback'>;

/** What the commands serve, try and check. */
export interface Config extends ServerIdentity {
  readonly runtime: Runtime;
  /**
   * Serves the runtime.
   * @default `@cuecard/mcp-server` if the project has it, otherwise `@cuecard/mcp-sdk`
   */
  readonly adapter?: Adapter;
  /** How the endpoint treats requests: port, path, hosts, authentication and limits. */
  readonly http?: HttpOptions;
  /** What `cuecard check` reports. */
  readonly check?: CheckConfig;
  /** Called once when the runtime is no longer served, after its last request. */
  close?(): Awaitable<void>;
}

/** How `cuecard check` treats what it finds. */
export interface CheckConfig {
  /**
   * The severity of rules, by their ids.
   * @default that of each rule
   */
  readonly rules?: Readonly<Partial<Record<string, 'off' | 'warning' | 'error'>>>;
  /**
   * How many tokens an example may render, by an estimate.
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

/** What a config gets from the command that reads it. */
export interface Given {
  readonly command: ProjectCommand;
  /** Takes the place of the runtime's own logger. `dev` shows what it receives in the terminal and the playground. */
  readonly logger: Logger;
  /** What stands after `--` on the command line. */
  readonly args: readonly string[];
  /**
   * The prompts, tools and resources that the files of a folder export, folders inside included: decorated classes,
   * data definitions and packs. The folder is relative to the config. Under `dev`, files that are added later join them.
   */
  definitionsIn(folder: string): Promise<readonly RegistryEntry[]>;
}

/** Makes what is served. `dev` calls it again when a file is edited that the answer depends on. */
export type ConfigFunction = (given: Given) => Awaitable<Config>;

/** Types the default export of `cuecard.config.ts`. */
export function defineConfig(config: Config | ConfigFunction): ConfigFunction {
  return typeof config === 'function' ? config : () => config;
}
