import type { Command } from 'commander';
import type { DevOptions } from '../dev/dev.js';
import { command } from './command.js';

export function dev(): Command {
  return command<DevOptions>(
    'dev',
    'Serve the project, and every change of it, with the playground',
    async () => {
      const { runDev } = await import('../dev/dev.js');
      return runDev;
    },
    { drains: true },
  )
    .option('--config <file>', 'the config, instead of cuecard.config.ts')
    .option('--port <number>', 'the port of the endpoint and the playground')
    .option('--stdio', 'serve the client that has started this, over stdin and stdout');
}
