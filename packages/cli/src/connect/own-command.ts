import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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

/** How a client starts another server: clients do not know the folder in which a file of the command was named. */
export function startingCommand([command = '', ...args]: readonly string[], folder: string): Address {
  const found = (word: string) => (PATH.test(word) && existsSync(resolve(folder, word)) ? resolve(folder, word) : word);
  return { transport: 'stdio', command: found(command), args: args.map(found) };
}

/** Words that can be meant as a way to a file or a folder, and not as a name. */
const PATH = /^\.{1,2}$|[\\/]|\.\w+$/;

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
