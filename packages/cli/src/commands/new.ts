import type { Command } from 'commander';
import type { NewOptions } from '../new/new-options.js';
import { command } from './command.js';

export function newCommand(): Command {
  return command<NewOptions>(
    'new [what] [name]',
    'Make a project, or add a prompt, a tool or a resource with its test',
    async () => {
      const { runNew } = await import('../new/new.js');
      return runNew;
    },
  )
    .option('--container <name>', 'what makes the services of a project: tsyringe (default), nest or none')
    .option('--tests <name>', 'what runs the tests of a project: node (default), vitest or jest')
    .option('--package-manager <name>', 'npm, pnpm or yarn (default: what has started this)')
    .addHelpText(
      'after',
      `
  cuecard new project <folder>   a project with one of each, and tests
  cuecard new prompt <name>      a prompt with its test, in the current project
  cuecard new tool <name>        a tool
  cuecard new resource <name>    a resource`,
    );
}
