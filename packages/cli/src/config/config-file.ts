import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearestPath } from '../files.js';
import { Problem, ExitCode } from '../outcome/problem.js';

const NAMES = ['ts', 'mts', 'js', 'mjs'].map((extension) => `cuecard.config.${extension}`);

/**
 * The config that is named, or the nearest in a folder and those above it.
 * @throws {Problem} `config-missing`
 */
export function configFile(folder: string, named?: string): string {
  const found = named === undefined ? nearestConfig(folder) : resolve(folder, named);
  if (found !== undefined && existsSync(found)) return realpathSync(found); // As imports are resolved.
  const summary =
    named === undefined
      ? 'No cuecard.config.ts was found in this folder or its parent folders'
      : `The file ${named} does not exist`;
  const fix =
    "Write cuecard.config.ts: import { defineConfig } from '@cuecard/cli', and export default defineConfig({ name, version, runtime })";
  throw new Problem({ code: 'config-missing', summary, fix, exitCode: ExitCode.project });
}

/** The nearest config in a folder and those above it. */
export function nearestConfig(folder: string): string | undefined {
  return nearestPath(folder, ...NAMES);
}
