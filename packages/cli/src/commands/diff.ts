import type { Command } from 'commander';
import type { DiffOptions } from '../contract/diff-command.js';
import { command } from './command.js';
import { toServer } from './to-server.js';

export function diff(): Command {
  const made = command<DiffOptions>(
    'diff [base]',
    'Say what changed since a contract, and which version that needs',
    async () => {
      const { runDiff } = await import('../contract/diff-command.js');
      return runDiff;
    },
  );
  return toServer(made)
    .option('--base-ref <ref>', 'read the contract as it is at a git commit, branch or tag')
    .option('--markdown', 'print Markdown for a pull request')
    .option('--repository-url <url>', 'where the repository is shown, for links to lines')
    .option('--pack <file#name>', 'a pack that a file exports, instead of the project');
}
