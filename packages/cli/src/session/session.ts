import type { Terminal } from '../terminal/terminal.js';
import type { Outcome } from '../outcome/envelope.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, ExitCode } from '../outcome/problem.js';

/** The options that every command has. */
export interface CommonOptions {
  /** Prints one JSON envelope instead of text. */
  readonly json?: boolean;
  /** The way to the config. */
  readonly config?: string;
}

/** What a command runs in. */
export interface Session {
  readonly terminal: Terminal;
  /** The current folder. */
  readonly folder: string;
  /** What stands after `--` on the command line. */
  readonly rest: readonly string[];
  /** The version of the command line. */
  readonly version: string;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Resolves when a command is to end. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** What runs a command: it takes the arguments by their places, and the options. */
export type Run<Options> = (
  session: Session,
  options: Options & CommonOptions,
  ...args: readonly never[]
) => Promise<Outcome | undefined>;

/** How long an interrupted command may take to close what it has opened. */
const CLOSES_WITHIN_MS = 500;

/** What ends a command at Ctrl-C, or at SIGTERM. */
export function interruption(reason?: unknown): Problem {
  const isTerminated = reason === 'SIGTERM';
  return new Problem({
    code: 'interrupted',
    summary: isTerminated ? 'Terminated' : 'Interrupted',
    exitCode: isTerminated ? ExitCode.terminated : ExitCode.interrupted,
  });
}

/** Waits for the work of a command. @throws {Problem} `interrupted` if it is not to go on */
export async function unlessInterrupted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const end = work.catch(() => {});
  await Promise.race([end, aborted(signal)]);
  if (!signal.aborted) return work;
  await Promise.race([end, sleep(CLOSES_WITHIN_MS)]);
  throw interruption(signal.reason);
}
