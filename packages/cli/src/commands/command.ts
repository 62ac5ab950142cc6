import { Command, Option } from 'commander';
import { Problem, ExitCode } from '../outcome/problem.js';
import type { Outcome } from '../outcome/envelope.js';
import { type CommonOptions, type Session, type Run, unlessInterrupted } from '../session/session.js';

export interface CommandOptions {
  /** Whether the command ends by itself when it is interrupted, however long that takes. */
  readonly drains?: boolean;
}

/**
 * A command whose code is loaded when it is given: `--help` must not wait for it.
 * @param nameAndArguments such as `get <name> [values...]`
 */
export function command<Options>(
  nameAndArguments: string,
  description: string,
  load: () => Promise<Run<Options>>,
  { drains = false }: CommandOptions = {},
): Command {
  const [name = '', ...args] = nameAndArguments.split(' ');
  const made = new Command(name).description(description);
  for (const arg of args) made.argument(arg);
  made.option('--json', 'print one JSON document for programs').addOption(noColor());
  return made.action(async (...given: unknown[]) => {
    const self = given.pop() as Command;
    const options = given.pop() as Options & CommonOptions;
    const { session, finish } = runningIn(self);
    const work = load().then((run) => run(session, options, ...(given as never[])));
    finish(await (drains ? work : unlessInterrupted(work, session.signal)), options);
  });
}

/** An option of every command, and of none. */
export function noColor(): Option {
  return new Option('--no-color', 'print without colours, as with NO_COLOR');
}

/** What the program gives its commands. */
export interface Running {
  readonly session: Session;
  finish(outcome: Outcome | undefined, options: CommonOptions): void;
}

const running = new WeakMap<Command, Running>();

/** Says what the commands of a program run in. */
export function runIn(program: Command, given: Running): void {
  running.set(program, given);
}

function runningIn(self: Command): Running {
  const found = self.parent === null ? undefined : running.get(self.parent);
  if (found !== undefined) return found;
  throw new Problem({ code: 'unexpected', summary: 'The command has no program', exitCode: ExitCode.failed });
}
