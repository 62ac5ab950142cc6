/**
 * Receives reports of what clients must not see, and what handlers log. `console` is a valid logger, except over stdio:
 * it writes `info` and `debug` to stdout. Messages have one line. Errors that a logger throws are ignored.
 */
export interface Logger {
  /** `cause` is omitted if there is none. */
  error(message: string, cause?: unknown): void;
  warn(message: string, data?: unknown): void;
  info?(message: string, data?: unknown): void;
  debug?(message: string, data?: unknown): void;
}

/** An optional argument of a logger. It is omitted if undefined, because `console` would print "undefined". */
export function given<T>(told: T | undefined): [T] | [] {
  return told === undefined ? [] : [told];
}

/* oxlint-disable no-console -- the default logger writes to the console */

/**
 * The console, but with `info` and `debug` on stderr: over stdio, stdout carries the protocol (basic/transports,
 * "stdio").
 */
export const stderr: Logger = {
  error: (...told) => console.error(...told),
  warn: (...told) => console.warn(...told),
  info: (...told) => console.error(...told),
  debug: (...told) => console.error(...told),
};
