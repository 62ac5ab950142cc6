import type { Terminal } from '../terminal/terminal.js';

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
