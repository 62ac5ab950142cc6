import type { Command } from 'commander';
import type { ManifestCommandOptions } from '../contract/manifest-options.js';
import { command } from './command.js';

export function manifest(): Command {
  return command<ManifestCommandOptions>('manifest', 'Write the contract of the project, or of a pack', async () => {
    const { runManifest } = await import('../contract/manifest-command.js');
    return runManifest;
  })
    .option('--out <file>', 'the contract, instead of contract.json beside the config; - prints it')
    .option('--check', 'write nothing, and exit with 1 if the file is out of date')
    .option('--pack <file#name>', 'a pack that a file exports, instead of the project')
    .option('--config <file>', 'the config, instead of cuecard.config.ts');
}
