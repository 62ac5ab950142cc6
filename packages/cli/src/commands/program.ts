import { Command, CommanderError } from 'commander';
import { envelopeOf, type Envelope } from '../outcome/envelope.js';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import { problemText } from '../outcome/problem-text.js';
import type { Terminal } from '../terminal/terminal.js';
import { runIn } from './command.js';
import { COMMANDS } from './commands.js';
import { usageProblem } from './usage-problem.js';

export interface ProgramOptions {
  readonly terminal: Terminal;
  readonly folder: string;
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Runs a command line, without `node` and the file. Returns what the process exits with; throws nothing. */
export async function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ExitCode> {
  const { terminal, signal } = options;
  const end = argv.indexOf('--');
  const [own, rest] = end === -1 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  let code: ExitCode = ExitCode.done;
  const program = programWith(options);
  runIn(program, {
    session: { terminal, folder: options.folder, rest, version: options.version, signal },
    finish(outcome, { json = false }) {
      if (outcome === undefined) return;
      code = outcome.exitCode ?? ExitCode.done;
      terminal.print(json ? jsonOf({ ok: true, data: outcome.data }) : outcome.text);
    },
  });
  try {
    await program.parseAsync(own.length === 0 ? ['--help'] : own, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return tell(error, terminal, own.includes('--json'));
    return error.exitCode === 0 ? ExitCode.done : tell(usageProblem(error), terminal, own.includes('--json'));
  }
}

function programWith({ version, terminal }: ProgramOptions): Command {
  const program = new Command('cuecard')
    .description('Develop, serve, try, check, document and share prompts, tools and resources')
    .version(version, '-v, --version')
    .configureHelp({ subcommandTerm: (each) => each.name() })
    .enablePositionalOptions();
  for (const make of COMMANDS) program.addCommand(make());
  for (const each of [program, ...program.commands]) {
    each.exitOverride().configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.say(text),
      outputError: () => {}, // It is thrown, too.
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
    });
  }
  return program;
}

function tell(error: unknown, terminal: Terminal, asJson: boolean): ExitCode {
  const problem = error instanceof Problem ? error : unexpected(error);
  if (asJson) terminal.print(jsonOf(envelopeOf(problem)));
  else terminal.say(problemText(problem.options));
  return problem.exitCode;
}

function unexpected(error: unknown): Problem {
  const summary = error instanceof Error ? error.message : String(error);
  return new Problem({ code: 'unexpected', summary, ...(error instanceof Error && { why: error.stack ?? '' }) });
}

function jsonOf(envelope: Envelope<unknown>): string {
  return JSON.stringify(envelope);
}
