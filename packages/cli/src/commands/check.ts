import type { Command } from 'commander';
import type { CheckOptions } from '../check/check-command.js';
import { command } from './command.js';
import { toServer } from './to-server.js';

export function check(): Command {
  const made = command<CheckOptions>('check', 'Find what a reviewer would ask to change', async () => {
    const { runCheck } = await import('../check/check-command.js');
    return runCheck;
  });
  return toServer(made)
    .option('--strict', 'exit with 1 for warnings, too')
    .option('--budget <tokens>', 'how many tokens an example may render')
    .option('--pack <file#name>', 'a pack that a file exports, instead of the project');
}
