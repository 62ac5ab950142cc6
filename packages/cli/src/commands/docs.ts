import type { Command } from 'commander';
import type { DocsOptions } from '../catalogue/docs-command.js';
import { command } from './command.js';
import { toServer } from './to-server.js';

export function docs(): Command {
  const made = command<DocsOptions>('docs', 'Write a catalogue of what the project or a server offers', async () => {
    const { runDocs } = await import('../catalogue/docs-command.js');
    return runDocs;
  });
  return toServer(made)
    .option('--out <folder>', 'where to, instead of docs/catalogue beside the config')
    .option('--check', 'write nothing, and exit with 1 if a page is out of date')
    .option('--pack <file#name>', 'a pack that a file exports, instead of the project');
}
