import type { Command } from 'commander';
import type { LabelsOptions } from '../labels/labels-options.js';
import { choice, choosing } from './choices.js';
import { command } from './command.js';

export function labels(): Command {
  const made = command<LabelsOptions>(
    'labels [what] [words...]',
    "Show and move the labels of versions, in the project's store",
    async () => {
      const { runLabels } = await import('../labels/labels-command.js');
      return runLabels;
    },
  );
  return choosing(made, ['list', 'set', 'remove', 'history', 'rollback', 'restore'])
    .option('--config <file>', 'the config, instead of cuecard.config.ts')
    .addOption(
      choice('--kind <kind>', 'whose versions they are; by default those of prompts', ['prompt', 'tool', 'resource']),
    )
    .option('--expect <version>', 'move it only from there: name@version, or none')
    .option('--percent <number>', 'the share of callers that byPercentage gives it to, from 0 to 100')
    .option('--by <name>', 'who moves it; by default the user of the system')
    .option('--why <text>', 'why; protected labels need it')
    .option('--force', 'move it although some instances do not have the version')
    .option('--to <revision>', 'what rollback goes back to; by default the revision before the last')
    .option('--out <file>', 'write what list shows to a file, which serves while the store is away')
    .option('-y, --yes', 'move without asking')
    .addHelpText(
      'after',
      `
  cuecard labels                              where all labels are
  cuecard labels set production review@2.1.0  move a label to a version
  cuecard labels remove production review     back to where the code declares it
  cuecard labels history production review    its last moves
  cuecard labels rollback production review   back to where it was before
  cuecard labels restore                      give a store back what it has lost`,
    );
}
