import type { Terminal } from '../terminal/terminal.js';
import type { Outcome } from '../outcome/envelope.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, ExitCode } from '../outcome/problem.js';

/** The options that every command has. */
export interface CommonOptions {
  /** Prints one JSON envelope instead of text. */
  readonly json?: boolean;
  /** The path of the config. */
  readonly config?: string;
}

/** The terminal, folder and arguments of a running command. */
export interface Session {
  readonly terminal: Terminal;
  /** The current folder. */
  readonly folder: string;
  /** The words after `--` on the command line. */
  readonly rest: readonly string[];
  /** The version of the command line. */
  readonly version: string;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Resolves when the user ends the command. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Runs a command with its options and its positional arguments. */
export type Run<Options> = (
  session: Session,
  options: Options & CommonOptions,
  ...args: readonly never[]
) => Promise<Outcome | undefined>;

/** How long an interrupted command may take to close its resources. */
const CLOSES_WITHIN_MS = 500;

/** The problem that ends a command after Ctrl-C or SIGTERM. */
export function interruption(reason?: unknown): Problem {
  const isTerminated = reason === 'SIGTERM';
  return new Problem({
    code: 'interrupted',
    summary: isTerminated ? 'Terminated' : 'Interrupted',
    exitCode: isTerminated ? ExitCode.terminated : ExitCode.interrupted,
  });
}

/** Waits for the work of a command. @throws {Problem} `interrupted` if the user ends it */
export async function unlessInterrupted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const end = work.catch(() => {});
  await Promise.race([end, aborted(signal)]);
  if (!signal.aborted) return work;
  await Promise.race([end, sleep(CLOSES_WITHIN_MS)]);
  throw interruption(signal.reason);
}
