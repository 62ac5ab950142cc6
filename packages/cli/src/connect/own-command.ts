import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFolder } from '../project/own-folder.js';
import type { ProjectFolder } from '../project/project-folder.js';
import type { Address } from './address.js';

/** Of the package.json of this package. */
interface Published {
  readonly bin: { readonly cuecard: string };
}

/**
 * How a client starts the server of a project. Both ways are absolute: what the desktop starts has no PATH of a shell, and
 * no current folder.
 */
export function startingProject({ root, config }: ProjectFolder): Extract<Address, { readonly transport: 'stdio' }> {
  const script = commandIn(root) ?? commandOf(ownFolder());
  const args = [script, 'serve', '--stdio', '--config', config ?? join(root, 'cuecard.config.ts')];
  return { transport: 'stdio', command: process.execPath, args };
}

/**
 * The command that a project has installed. The way to it is the one through `node_modules`, which leads to the next
 * version after an update, too, and not the real one.
 */
function commandIn(folder: string): string | undefined {
  const installed = join(folder, 'node_modules', '@cuecard', 'cli');
  if (existsSync(installed)) return commandOf(installed);
  return dirname(folder) === folder ? undefined : commandIn(dirname(folder));
}

function commandOf(installed: string): string {
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Published;
  return join(installed, bin.cuecard);
}
