import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Config, ConfigContext, ProjectCommand } from '../config/config.js';
import { checkedConfig, configFunctionOf } from '../config/checked-config.js';
import type { Logger } from '@cuecard/core';
import type { Update } from '../loader/loader.js';
import { definitionFiles, definitionsOf } from './definitions-in.js';

/** The arguments of a config that stay the same from update to update. */
export interface CompositionOptions {
  /** The config, absolute. */
  readonly file: string;
  readonly command: ProjectCommand;
  readonly args: readonly string[];
  readonly logger: Logger;
  /** The current folder, which messages give paths from. */
  readonly folder: string;
}

/** The result of a config. */
export interface Composition {
  readonly config: Config;
  /** The folders whose definitions are all served. */
  readonly folders: readonly string[];
  /** The definition files in these folders. */
  readonly found: readonly string[];
}

/**
 * Calls the config.
 * @throws {Problem} if the file does not export a config
 */
export async function compose(update: Update, options: CompositionOptions): Promise<Composition> {
  const { file, command, args, logger } = options;
  const path = relative(options.folder, file);
  const folders = new Set<string>();
  const found = new Set<string>();
  const context: ConfigContext = {
    command,
    args,
    logger,
    async loadDefinitions(requested) {
      const folder = resolve(dirname(file), requested);
      folders.add(folder);
      // git keeps no empty folders, so the last definition of a kind takes its folder with it.
      if (!existsSync(folder))
        logger.warn(`loadDefinitions('${requested}') found no definitions: the folder does not exist`);
      const files = definitionFiles(folder);
      for (const each of files) found.add(each);
      return definitionsOf(files, update);
    },
  };
  const exports = await update.exportsOf(file);
  const make = configFunctionOf(exports['default'], path);
  const config = await checkedConfig(await update.run(async () => make(context)), path);
  return { config, folders: [...folders], found: [...found] };
}

/** Whether two configs differ in the runtime alone, which can be exchanged while it is served. */
export function isServedAlike(one: Config, other: Config): boolean {
  const { runtime: _one, close: _oneClose, watch: _oneWatch, ...before } = one;
  const { runtime: _other, close: _otherClose, watch: _otherWatch, ...after } = other;
  return isDeepStrictEqual(before, after);
}
