/**
 * Where the runtime reports what people at the clients must not see, and prompts what they log. `console` is one, but not
 * over stdio: it writes `info` and `debug` to stdout. It is given messages of one line, and what it throws reaches nobody.
 */
export interface Logger {
  /** `cause` is left out where there is none. */
  error(message: string, cause?: unknown): void;
  warn(message: string, data?: unknown): void;
  info?(message: string, data?: unknown): void;
  debug?(message: string, data?: unknown): void;
}

/** A second argument for a logger: none where there is nothing to tell, for `console` would write "undefined". */
export function given<T>(told: T | undefined): [T] | [] {
  return told === undefined ? [] : [told];
}

/* oxlint-disable no-console -- it is where everybody looks for what nobody has a logger for */

/**
 * The console, but for `info` and `debug`, which it writes to stdout: over stdio that is where the protocol is
 * (basic/transports, "stdio").
 */
export const stderr: Logger = {
  error: (...told) => console.error(...told),
  warn: (...told) => console.warn(...told),
  info: (...told) => console.error(...told),
  debug: (...told) => console.error(...told),
};
