import { Argument, Command, CommanderError, Option } from 'commander';
import { type CommandName, type CommandRow, COMMANDS, type OptionsOf } from './commands.js';
import type { Envelope, Outcome } from './outcome/envelope.js';
import { ExitCode, Problem, problemText, usage } from './outcome/problem.js';
import { missingPackage } from './project/missing-package.js';
import { type CommonOptions, interruption, type Run, type Session, unlessInterrupted } from './session/session.js';
import type { Terminal } from './terminal/terminal.js';

/** Loads the code of a command when the command runs: `--help` must not wait for it. */
const RUNS: { readonly [Name in CommandName]: () => Promise<Run<OptionsOf<Name>>> } = {
  dev: async () => (await import('./dev/dev.js')).runDev,
  serve: async () => (await import('./serving/serve.js')).runServe,
  list: async () => (await import('./calls/list.js')).runList,
  get: async () => (await import('./calls/calls.js')).runGet,
  call: async () => (await import('./calls/calls.js')).runCall,
  read: async () => (await import('./calls/calls.js')).runRead,
  complete: async () => (await import('./calls/calls.js')).runComplete,
  check: async () => (await import('./check/check-command.js')).runCheck,
  docs: async () => (await import('./docs/docs.js')).runDocs,
  manifest: async () => (await import('./contract/manifest-command.js')).runManifest,
  diff: async () => (await import('./contract/diff-command.js')).runDiff,
  new: async () => (await import('./new/new.js')).runNew,
  connect: async () => (await import('./connect/connect.js')).runConnect,
  explain: async () => (await import('./explain/explain.js')).runExplain,
};

export interface ProgramOptions {
  readonly terminal: Terminal;
  readonly folder: string;
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Runs a command line, without `node` and the file. Returns the exit code of the process; throws nothing. */
export async function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ExitCode> {
  const { terminal, signal } = options;
  const end = argv.indexOf('--');
  const [own, rest] = end === -1 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  if (own.includes('--no-color')) terminal.disableColors();
  if (own.includes('--json')) terminal.disableProgress();
  signal.addEventListener('abort', () => terminal.say(interruption(signal.reason).message), { once: true });
  let code: ExitCode = ExitCode.done;
  const program = programOf(options, { ...options, rest }, (outcome, { json = false }) => {
    if (outcome === undefined) return;
    code = outcome.exitCode ?? ExitCode.done;
    terminal.print(json ? jsonOf({ ok: true, data: outcome.data }) : outcome.text);
  });
  try {
    await program.parseAsync(own.every((word) => word === '--no-color') ? ['--help'] : own, { from: 'user' });
    return signal.reason === 'SIGINT' ? ExitCode.interrupted : code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
    return await report(problemOf(error), options, own.includes('--json'));
  }
}

type Finish = (outcome: Outcome | undefined, options: CommonOptions) => void;

function programOf({ version, terminal }: ProgramOptions, session: Session, finish: Finish): Command {
  const program = new Command('cuecard')
    .description('Develop, serve, try, check, document and share prompts, tools and resources')
    .version(version, '-v, --version')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addOption(noColor())
    .enablePositionalOptions();
  for (const [name, row] of Object.entries(COMMANDS) as [CommandName, CommandRow][])
    program.addCommand(commandOf(name, row, terminal).action(actionOf(name, row, { session, finish })));
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.say(text),
      outputError: () => {}, // It is thrown, too.
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
    });
  }
  return program;
}

function commandOf(name: CommandName, row: CommandRow, { isInteractive }: Terminal): Command {
  const { summary, choices, prompts = false, notes = '', example, page } = row;
  const command = new Command(name).description(summary);
  for (const [index, flags] of row.arguments.entries()) {
    const argument = new Argument(prompts && isInteractive ? flags.replace(/^<(.*)>$/, '[$1]') : flags);
    command.addArgument(index === 0 && choices !== undefined ? argument.choices(choices) : argument);
  }
  command.option('--json', 'print the result as one JSON document').addOption(noColor());
  for (const option of optionsOf(row)) command.addOption(option);
  return command.addHelpText('after', `${notes}${notes && '\n'}\nExample: ${example}\nSee ${page}`);
}

function optionsOf({ options }: CommandRow): Option[] {
  return Object.entries(options).map(([flags, row]) => {
    const { description, choices, isRepeated, conflicts } = typeof row === 'string' ? { description: row } : row;
    const option = new Option(flags, description);
    if (choices !== undefined) option.choices(choices);
    if (conflicts !== undefined) option.conflicts(conflicts);
    if (isRepeated) option.argParser<string[]>((value, before = []) => [...before, value]);
    return option;
  });
}

/** An option of every command, and of the program. */
function noColor(): Option {
  return new Option('--no-color', 'print without colours, like NO_COLOR');
}

function actionOf(
  name: CommandName,
  { drains }: CommandRow,
  { session, finish }: { readonly session: Session; readonly finish: Finish },
) {
  return async (...values: unknown[]): Promise<void> => {
    const [options] = values.splice(-2) as [CommonOptions, Command];
    const work = RUNS[name]().then((run: Run<never>) => run(session, options as never, ...(values as never[])));
    finish(await (drains === true ? work : unlessInterrupted(work, session.signal)), options);
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof CommanderError) return usageProblem(error);
  if (error instanceof Problem) return error;
  const missing = missingPackage(error);
  if (missing !== undefined) return new Problem({ ...missing, exitCode: ExitCode.project });
  const summary = error instanceof Error ? error.message : String(error);
  return new Problem({ code: 'unexpected', summary, ...(error instanceof Error && { why: error.stack ?? '' }) });
}

/** An error of commander as a problem: the code of `commander.unknownOption` is `usage-unknown-option`. */
function usageProblem({ code, message }: CommanderError): Problem {
  const [, problem = '', advice = 'Add --help to list the arguments and options'] =
    /^(?:error: )?(.*?)\.?(?:\n\((Did you mean .*)\)| (Allowed choices are .*)\.)?$/s.exec(message)?.filter(Boolean) ??
    [];
  const kind = code.replace(/^commander\./, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const summary = problem.charAt(0).toUpperCase() + problem.slice(1);
  // An unknown option may have been given a secret.
  return usage(`usage-${kind}`, summary.replace(/^(Unknown option '[^'=]*)=.*$/s, "$1'"), advice);
}

async function report(problem: Problem, { terminal, signal }: ProgramOptions, asJson: boolean): Promise<ExitCode> {
  // It loads core, which `--help` must not wait for.
  if (asJson) terminal.print(jsonOf((await import('./outcome/envelope.js')).envelopeOf(problem)));
  else if (problem.options.code !== 'interrupted') terminal.say(problemText(problem.options));
  else if (!signal.aborted) terminal.say(problem.message); // Otherwise it was printed when that happened.
  return problem.exitCode;
}

function jsonOf(envelope: Envelope<unknown>): string {
  // A terminal may obey these, which JSON need not escape.
  return JSON.stringify(envelope).replaceAll(
    /[\u007F-\u009F]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
}
