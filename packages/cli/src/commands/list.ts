import type { Command } from 'commander';
import type { ListOptions } from '../listing/list.js';
import { choice } from './choices.js';
import { command } from './command.js';
import { toServer } from './to-server.js';

export function list(): Command {
  const made = command<ListOptions>(
    'list [words...]',
    'List prompts, tools and resources that mention some words',
    async () => {
      const { runList } = await import('../listing/list.js');
      return runList;
    },
  );
  return toServer(made).addOption(choice('--kind <kind>', 'list only one kind', ['prompt', 'tool', 'resource']));
}
