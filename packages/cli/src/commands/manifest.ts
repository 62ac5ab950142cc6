import type { Command } from 'commander';
import type { ManifestCommandOptions } from '../contract/manifest-command.js';
import { command } from './command.js';
import { toServer } from './to-server.js';

export function manifest(): Command {
  const made = command<ManifestCommandOptions>(
    'manifest',
    'Write the contract of the project, of a pack or of a server',
    async () => {
      const { runManifest } = await import('../contract/manifest-command.js');
      return runManifest;
    },
  );
  return toServer(made)
    .option('--out <file>', 'the contract, instead of contract.json beside the config; - prints it')
    .option('--check', 'write nothing, and exit with 1 if the file is out of date')
    .option('--pack <file#name>', 'a pack that a file exports, instead of the project');
}
