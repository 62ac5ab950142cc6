import type { Command } from 'commander';
import type { CallCommandOptions } from '../calling/call-options.js';
import { toServer } from './to-server.js';
import { command } from './command.js';

const ARGUMENTS = `
Arguments: code='let x'   limit=3   tags=a tags=b   address.city=Bern
           code=@src/review.ts   code=- (from stdin)
           --input-json '{"code": "let x"}'
In a terminal, what is missing is asked for.`;

export function get(): Command {
  const made = command<CallCommandOptions>('get <prompt> [arguments...]', 'Get a prompt', async () => {
    const { runGet } = await import('../calling/get.js');
    return runGet;
  });
  return givingArguments(made);
}

export function call(): Command {
  const made = command<CallCommandOptions>('call <tool> [arguments...]', 'Call a tool', async () => {
    const { runCall } = await import('../calling/call.js');
    return runCall;
  });
  return givingArguments(made).option('-y, --yes', 'call a tool that may change something without asking');
}

export function read(): Command {
  const made = command<CallCommandOptions>('read <uri|name> [arguments...]', 'Read a resource', async () => {
    const { runRead } = await import('../calling/read.js');
    return runRead;
  });
  return givingArguments(made);
}

export function complete(): Command {
  const what = 'complete <name> <argument> [typed] [arguments...]';
  return toServer(
    command<CallCommandOptions>(
      what,
      'List what could follow a text in an argument of a prompt or a template',
      async () => {
        const { runComplete } = await import('../calling/complete.js');
        return runComplete;
      },
    ),
  );
}

function givingArguments(made: Command): Command {
  return toServer(made)
    .option('--input-json <json>', 'all arguments as JSON, @file, or - for stdin')
    .option('--raw', 'print the result as the protocol has it')
    .option('--out <folder>', 'save images, sound and files there')
    .option('--copy', 'put the text on the clipboard')
    .addHelpText('after', ARGUMENTS);
}
