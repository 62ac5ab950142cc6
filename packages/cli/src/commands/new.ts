import type { Command } from 'commander';
import type { NewOptions } from '../new/new-options.js';
import { choice, choosing } from './choices.js';
import { command } from './command.js';

export function newCommand(): Command {
  const made = command<NewOptions>(
    'new [what] [name]',
    'Make a project, or add a prompt, a tool or a resource with its test',
    async () => {
      const { runNew } = await import('../new/new.js');
      return runNew;
    },
  );
  return choosing(made, ['project', 'prompt', 'tool', 'resource'])
    .addOption(
      choice('--container <name>', 'what makes the services of a project; by default tsyringe', [
        'tsyringe',
        'nest',
        'none',
      ]),
    )
    .addOption(
      choice('--tests <name>', 'what runs the tests of a project; by default node', ['node', 'vitest', 'jest']),
    )
    .addOption(choice('--package-manager <name>', 'instead of what has started this', ['npm', 'pnpm', 'yarn']))
    .addHelpText(
      'after',
      `
  cuecard new project <folder>   a project with one of each, and tests
  cuecard new prompt <name>      a prompt with its test, in the current project
  cuecard new tool <name>        a tool
  cuecard new resource <name>    a resource`,
    );
}
