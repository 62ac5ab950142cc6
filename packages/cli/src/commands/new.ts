import type { Command } from 'commander';
import { command } from './command.js';

export interface NewOptions {
  readonly container?: string;
  readonly tests?: string;
  readonly packageManager?: string;
  readonly json?: boolean;
}

export function newCommand(): Command {
  return command<NewOptions>(
    'new [what] [name]',
    'Make a project, or add a prompt, a tool or a resource with its test',
    async () => {
      const { runNew } = await import('../new/new.js');
      return runNew;
    },
  )
    .option('--container <name>', 'what makes the services of a project: tsyringe, nest or none (default: tsyringe)')
    .option('--tests <name>', 'what runs the tests of a project: node, vitest or jest (default: node)')
    .option('--package-manager <name>', 'npm, pnpm or yarn (default: what has started this)');
}
