import { escapeControls } from '../text/control-characters.js';

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
 * "stdio"). What handlers throw may contain what clients sent: control characters are escaped, and further lines indented,
 * so that none passes for a log line of its own.
 */
export const stderr: Logger = {
  error: (...line) => console.error(textOfLine(...line)),
  warn: (...line) => console.warn(textOfLine(...line)),
  info: (...line) => console.error(textOfLine(...line)),
  debug: (...line) => console.error(textOfLine(...line)),
};

function textOfLine(message: string, ...details: [unknown?]): string {
  return [escapeControls(message), ...details.map((value) => indented(textOf(value)))].join(' ');
}

function indented(text: string): string {
  return text.split('\n').map(escapeControls).join('\n    ');
}

/** Formats a value as the console does. Outside Node there may not be an `inspect`. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: 'node:util'): Inspecting } };
  const inspect = process?.getBuiltinModule?.('node:util').inspect;
  if (inspect !== undefined) return inspect(value);
  return value instanceof Error ? (value.stack ?? String(value)) : String(value);
}

interface Inspecting {
  inspect(value: unknown): string;
}
