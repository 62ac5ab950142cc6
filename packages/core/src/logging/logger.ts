import { escapeControls } from '../text/strings.js';
import { swallowRejection } from '../pending.js';
import { hasMethods } from '../text/option-kinds.js';

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
export function optionalArgument<T>(value: T | undefined): [T] | [] {
  return value === undefined ? [] : [value];
}

/* oxlint-disable no-console -- the default logger writes to the console */

/**
 * The console, but with `info` and `debug` on stderr: over stdio, stdout carries the protocol (basic/transports,
 * "stdio"). What handlers throw may contain what clients sent: control characters are escaped, and further lines indented,
 * so that none looks like a separate log line.
 */
export const stderr: Logger = {
  error: (...line) => console.error(textOfLine(...line)),
  warn: (...line) => console.warn(textOfLine(...line)),
  info: (...line) => console.error(textOfLine(...line)),
  debug: (...line) => console.error(textOfLine(...line)),
};

function textOfLine(message: string, ...details: [unknown?]): string {
  return [escapeControls(message), ...details.map((value) => indentLines(textOf(value)))].join(' ');
}

function indentLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n    ');
}

/** Formats a value as the console does. Outside Node there may not be an `inspect`. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: 'node:util'): Inspector } };
  const inspect = process?.getBuiltinModule?.('node:util').inspect;
  if (inspect !== undefined) return inspect(value);
  return value instanceof Error ? (value.stack ?? String(value)) : String(value);
}

interface Inspector {
  inspect(value: unknown): string;
}

interface Output {
  listenerCount?(event: 'error'): number;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Keeps stdout and stderr errors, such as a full disk or a closed pipe, from ending the process: only the output is
 * lost. A stream that already has an error listener is left alone.
 */
function outliveOutput(): void {
  // Outside Node, `process` may be undefined.
  const { process } = globalThis as { readonly process?: Readonly<Partial<Record<'stdout' | 'stderr', Output>>> };
  for (const output of [process?.stdout, process?.stderr])
    if (output?.listenerCount?.('error') === 0) output.on('error', () => {});
}

/**
 * Wraps a logger, ignoring errors that it throws and promises that it rejects. Its messages have one line, so that
 * clients cannot forge log lines through the names they request.
 */
export class SafeLogger implements Required<Logger> {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = isObjectFirst(logger) ? messageFirst(logger) : logger;
    outliveOutput(); // The logger may write to stdout asynchronously.
  }

  error(message: string, ...details: [cause?: unknown]): void {
    this.#tell((logger) => logger.error(escapeControls(message), ...details));
  }

  warn(message: string, ...details: [data?: unknown]): void {
    this.#tell((logger) => logger.warn(escapeControls(message), ...details));
  }

  info(message: string, ...details: [data?: unknown]): void {
    this.#tell((logger) => logger.info?.(escapeControls(message), ...details));
  }

  debug(message: string, ...details: [data?: unknown]): void {
    this.#tell((logger) => logger.debug?.(escapeControls(message), ...details));
  }

  #tell(tell: (logger: Logger) => unknown): void {
    try {
      swallowRejection(tell(this.#logger));
    } catch {
      // There is no other place to report to.
    }
  }
}

/** Whether a logger takes the object before the message, as pino and bunyan do: they ignore what follows the message. */
function isObjectFirst(logger: Logger): boolean {
  return hasMethods(logger, ['child']) && (hasMethods(logger, ['bindings']) || hasMethods(logger, ['addStream']));
}

/** Passes errors first, which pino and bunyan log as `err`, and everything else as `data`. */
function messageFirst(logger: Logger): Logger {
  const write =
    (level: 'error' | 'warn' | 'info' | 'debug') =>
    (message: string, ...[details]: [unknown?]) => {
      const object = details instanceof Error ? details : { data: details };
      const call = logger[level]?.bind(logger) as ((...line: unknown[]) => unknown) | undefined;
      return details === undefined ? call?.(message) : call?.(object, message);
    };
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}
