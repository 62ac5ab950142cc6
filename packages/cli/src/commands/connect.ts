import type { Command } from 'commander';
import { CLIENT_IDS } from '../connect/clients.js';
import type { ConnectOptions } from '../connect/connect-options.js';
import { choice, choosing } from './choices.js';
import { command } from './command.js';

export function connect(): Command {
  const made = command<ConnectOptions>(
    'connect [client]',
    'Show what connects a client to the server, or merge it into its settings',
    async () => {
      const { runConnect } = await import('../connect/connect.js');
      return runConnect;
    },
  );
  return choosing(made, CLIENT_IDS)
    .option('--write', "merge it into the client's file")
    .option('--remove', "take the server out of the client's file")
    .option('--dry-run', 'show how the file would change, and leave it alone')
    .option('--http <url>', 'where the server answers (default: http://localhost:3917/mcp)')
    .option('--stdio', 'have the client start the server')
    .addOption(choice('--scope <scope>', 'whose settings', ['project', 'user']))
    .option('--name <name>', 'how the client calls the server, instead of the name of the package')
    .option('--config <file>', 'the config, instead of cuecard.config.ts')
    .addHelpText('after', `\nClients:\n  ${CLIENT_IDS.slice(0, 4).join(', ')},\n  ${CLIENT_IDS.slice(4).join(', ')}`);
}
