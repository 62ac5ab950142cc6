import type { Command } from 'commander';
import { command } from './command.js';
import type { CommonOptions } from './session.js';

export interface DevOptions extends CommonOptions {
  readonly port?: string;
  readonly stdio?: boolean;
}

export function dev(): Command {
  return command<DevOptions>('dev', 'Serve the project, and every change of it, with the playground', async () => {
    const { runDev } = await import('../dev/dev.js');
    return runDev;
  })
    .option('--config <file>', 'the config, instead of cuecard.config.ts')
    .option('--port <number>', 'the port of the endpoint and the playground')
    .option('--stdio', 'serve the client that has started this, over stdin and stdout');
}
