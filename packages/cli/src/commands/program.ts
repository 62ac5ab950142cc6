import { Command, CommanderError } from 'commander';
import { envelopeOf, type Envelope } from '../outcome/envelope.js';
import { Problem, problemText, ExitCode } from '../outcome/problem.js';
import { missingPackage } from '../project/missing-package.js';
import type { Terminal } from '../terminal/terminal.js';
import { interruption } from '../session/session.js';
import { noColor, runIn } from './command.js';
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
  if (own.includes('--no-color')) terminal.leaveOutColours();
  if (own.includes('--json')) terminal.leaveOutProgress();
  signal.addEventListener('abort', () => terminal.say(interruption(signal.reason).message), { once: true });
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
    await program.parseAsync(own.every((word) => word === '--no-color') ? ['--help'] : own, { from: 'user' });
    return signal.reason === 'SIGINT' ? ExitCode.interrupted : code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
    return tell(problemOf(error), options, own.includes('--json'));
  }
}

function programWith({ version, terminal }: ProgramOptions): Command {
  const program = new Command('cuecard')
    .description('Develop, serve, try, check, document and share prompts, tools and resources')
    .version(version, '-v, --version')
    .configureHelp({ subcommandTerm: (each) => each.name() })
    .addOption(noColor())
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

function problemOf(error: unknown): Problem {
  if (error instanceof CommanderError) return usageProblem(error);
  if (error instanceof Problem) return error;
  const missing = missingPackage(error);
  if (missing !== undefined) return new Problem({ ...missing, exitCode: ExitCode.project });
  const summary = error instanceof Error ? error.message : String(error);
  return new Problem({ code: 'unexpected', summary, ...(error instanceof Error && { why: error.stack ?? '' }) });
}

function tell(problem: Problem, { terminal, signal }: ProgramOptions, asJson: boolean): ExitCode {
  if (asJson) terminal.print(jsonOf(envelopeOf(problem)));
  else if (problem.options.code !== 'interrupted') terminal.say(problemText(problem.options));
  else if (!signal.aborted) terminal.say(problem.message); // Otherwise it was said when that happened.
  return problem.exitCode;
}

function jsonOf(envelope: Envelope<unknown>): string {
  // A terminal may obey these, which JSON need not escape.
  return JSON.stringify(envelope).replaceAll(/[\u007F-\u009F]/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`);
}
