import { type Command, Option } from 'commander';
import type { ServeOptions } from '../serving/serve.js';
import { command } from './command.js';

export function serve(): Command {
  return command<ServeOptions>(
    'serve',
    'Serve the project as it is',
    async () => {
      const { runServe } = await import('../serving/serve.js');
      return runServe;
    },
    { drains: true },
  )
    .option('--config <file>', 'the config, instead of cuecard.config.ts')
    .addOption(new Option('--http', 'serve over HTTP (default)').conflicts('stdio'))
    .option('--stdio', 'serve the client that has started this, over stdin and stdout')
    .option('--port <number>', 'the port of the endpoint; by default that of the config, or a free one from 3917 on')
    .option('--playground', 'also serve the page on which what is served can be tried');
}
