import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { runProgram } from '../../build/program.js';
import { Terminal, type TerminalStreams } from '../../build/terminal/terminal.js';
import { Output } from './output.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly folder: string;
  /** The home folder of the user. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The text on stdin, if there is no terminal. */
  readonly input?: string;
  /** Aborts as at Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Questions with the keys that the user types. Without questions there is no terminal. */
  readonly typed?: readonly (readonly [question: string | RegExp, keys: string])[];
  /** Receives what the command writes to stderr, escape sequences included. */
  readonly onStderr?: (chunk: string) => void;
}

interface Started {
  readonly stdin: PassThrough;
  readonly running: Promise<Ran>;
}

/** The function of Jest. A command that loads a project replaces it. */
const { prepareStackTrace } = Error;

/** Runs the command line in this process. */
export async function cuecard(argv: readonly string[], options: Options): Promise<Ran> {
  const stderr = new Output();
  const { stdin, running } = start(argv, options, stderr);
  const { typed, input = '' } = options;
  if (typed === undefined) stdin.end(input);
  else await type(typed, { stdin, stderr });
  return running;
}

/** Starts the command line in this process; its stdin stays open. */
export function start(argv: readonly string[], options: Options, errors: Output): Started {
  const { folder, home = folder, env = {}, typed, onStderr } = options;
  const { signal = new AbortController().signal } = options;
  const isTTY = typed !== undefined;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  for (const stream of [stdin, stdout, stderr]) Object.assign(stream, { isTTY, columns: 80 });
  Object.assign(stdin, { setRawMode: () => stdin });
  stderr.end = () => stderr; // The stderr of a process cannot be ended either.
  const streams = {
    stdin,
    stdout,
    stderr,
    env: { HOME: home, PATH: process.env['PATH'], ...env },
  } as unknown as TerminalStreams;
  const printed = new Output();
  stdout.on('data', (chunk) => printed.add(chunk));
  stderr.on('data', (chunk) => onStderr?.(String(chunk)));
  stderr.on('data', (chunk) => errors.add(stripVTControlCharacters(String(chunk))));
  const running = runProgram(argv, { terminal: new Terminal(streams), folder, version: '1.2.3', signal });
  return { stdin, running: ended(running, printed, errors) };
}

async function ended(running: Promise<number>, stdout: Output, stderr: Output): Promise<Ran> {
  const code = await running;
  await turn(); // By then the streams have passed on all output.
  stderr.end();
  Error.prepareStackTrace = prepareStackTrace;
  return { code, stdout: stdout.text, stderr: stderr.text };
}

interface Typing {
  readonly stdin: PassThrough;
  readonly stderr: Output;
}

/** Answers the questions in order, each after it was printed. */
async function type(answers: NonNullable<Options['typed']>, { stdin, stderr }: Typing): Promise<void> {
  let from = 0;
  for (const [question, keys] of answers) {
    const isAsked = await stderr.match(patternOf(question), from).then(
      () => true,
      () => false, // The command has ended. The test compares its result.
    );
    if (!isAsked) return;
    while (stdin.listenerCount('data') + stdin.listenerCount('keypress') === 0) await turn();
    from = stderr.text.length;
    stdin.write(keys);
  }
}

function patternOf(question: string | RegExp): RegExp {
  if (typeof question !== 'string') return question;
  return new RegExp(question.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}

/** Creates an empty folder. Returns its path and a function that removes it. */
export async function emptyFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-cli-')));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
