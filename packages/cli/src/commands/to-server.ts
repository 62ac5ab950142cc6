import type { Command } from 'commander';

/** Adds the options with which a command speaks to another server than that of the project. */
export function toServer(made: Command): Command {
  return made
    .option('--config <file>', 'the config, instead of cuecard.config.ts')
    .option('--url <url>', 'speak to the server at this address')
    .option('--header <header>', "send it a header, as 'name: value'; several times for several", collected)
    .option('--stdio', 'speak to the server that the words after -- start');
}

function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
