import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import type { Adapter, Config } from './config.js';

const ADAPTERS = ['@cuecard/server'] as const;

/**
 * The adapter of a config, or the one that the project has installed.
 * @throws {Problem} `adapter-missing`
 */
export async function adapterOf({ adapter }: Config, root: string): Promise<Adapter> {
  if (adapter !== undefined) return adapter;
  const { resolve } = createRequire(join(root, 'package.json'));
  for (const name of ADAPTERS) {
    try {
      return (await import(pathToFileURL(resolve(name)).href)) as Adapter;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Problem({
    code: 'adapter-missing',
    summary: 'The project has no adapter, so nothing can serve it',
    fix: 'Install @cuecard/server, or give the config an `adapter`',
    exitCode: ExitCode.project,
  });
}
