import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { runProgram } from '../../build/commands/program.js';
import { Terminal, type TerminalStreams } from '../../build/terminal/terminal.js';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly folder: string;
  /** The home of the user. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What comes on stdin, where there is no terminal. */
  readonly input?: string;
  /** Aborts as at Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Questions, each with what a user types there; without them, there is no terminal. */
  readonly typed?: readonly (readonly [question: string, keys: string])[];
}

/** Runs the command line in this process. */
export async function cuecard(argv: readonly string[], surroundings: Surroundings): Promise<Ran> {
  const { folder, home = folder, env = {}, input = '', typed } = surroundings;
  const { signal = new AbortController().signal } = surroundings;
  const isTTY = typed !== undefined;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  for (const stream of [stdin, stdout, stderr]) Object.assign(stream, { isTTY, columns: 80 });
  Object.assign(stdin, { setRawMode: () => stdin });
  stderr.end = () => stderr; // That of a process cannot be ended either.
  if (!isTTY) stdin.end(input);
  const streams = {
    stdin,
    stdout,
    stderr,
    env: { HOME: home, PATH: process.env['PATH'], ...env },
  } as unknown as TerminalStreams;
  const [said, told] = [textOf(stdout), textOf(stderr)];
  const options = { terminal: new Terminal(streams), folder, version: '1.2.3', signal };
  const running = runProgram(argv, options);
  if (typed !== undefined) await type(typed, { stdin, told, running });
  const code = await running;
  return { code, stdout: said(), stderr: stripVTControlCharacters(told()) };
}

function textOf(stream: PassThrough): () => string {
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  return () => text;
}

interface Typing {
  readonly stdin: PassThrough;
  readonly told: () => string;
  readonly running: Promise<unknown>;
}

/** Answers one question after the other, each when it has been asked. */
async function type(answers: NonNullable<Surroundings['typed']>, { stdin, told, running }: Typing): Promise<void> {
  let isOver = false;
  void running.then(() => (isOver = true));
  for (const [question, keys] of answers) {
    while (!told().includes(question) && !isOver) await setTimeout(5);
    await setTimeout(100); // Until keys are listened to.
    stdin.write(keys);
  }
}

/** An empty folder, which is removed by the function that comes with it. */
export async function emptyFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-cli-')));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
