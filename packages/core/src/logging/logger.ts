import { escapeControls } from '../text/strings.js';
import { ignoreRejection } from '../promises.js';
import { hasMethods } from '../text/option-kinds.js';

/**
 * Receives failures that clients must not see, and log messages from handlers. `console` is a valid logger, except over
 * stdio: it writes `info` and `debug` to stdout. Each message is one line. Errors that a logger throws are ignored.
 */
export interface Logger {
  /** `cause` is omitted if there is none. */
  error(message: string, cause?: unknown): void;
  warn(message: string, data?: unknown): void;
  info?(message: string, data?: unknown): void;
  debug?(message: string, data?: unknown): void;
}

/** Returns `[value]`, or `[]` for `undefined`, which `console` would print. */
export function optionalArgument<T>(value: T | undefined): [T] | [] {
  return value === undefined ? [] : [value];
}

/* oxlint-disable no-console -- the default logger writes to the console */

/**
 * Logs to the console. `info` and `debug` also go to stderr, because with the stdio transport stdout carries the
 * protocol (basic/transports, "stdio"). Escapes control characters and indents all lines of an entry except the first,
 * so that text from clients cannot look like a separate log entry.
 */
export const stderr: Logger = {
  error: (...line) => console.error(formatLine(...line)),
  warn: (...line) => console.warn(formatLine(...line)),
  info: (...line) => console.error(formatLine(...line)),
  debug: (...line) => console.error(formatLine(...line)),
};

function formatLine(message: string, ...details: [unknown?]): string {
  return [escapeControls(message), ...details.map((value) => indentLines(formatValue(value)))].join(' ');
}

function indentLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n    ');
}

/** Formats a value as the console does, if the platform has `inspect`. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: 'node:util'): UtilModule } };
  const inspect = process?.getBuiltinModule?.('node:util').inspect;
  if (inspect !== undefined) return inspect(value);
  return value instanceof Error ? (value.stack ?? String(value)) : String(value);
}

interface UtilModule {
  inspect(value: unknown): string;
}

interface StdStream {
  listenerCount?(event: 'error'): number;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Ignores errors of stdout and stderr, such as a full disk or a closed pipe, because they would end the process. A
 * stream that already has an error listener is not changed.
 */
function ignoreOutputErrors(): void {
  // `process` is undefined on some platforms.
  const { process } = globalThis as { readonly process?: Readonly<Partial<Record<'stdout' | 'stderr', StdStream>>> };
  for (const output of [process?.stdout, process?.stderr])
    if (output?.listenerCount?.('error') === 0) output.on('error', () => {});
}

/**
 * Wraps a logger and ignores its errors and rejections. Keeps each message on one line, so that clients cannot forge
 * log lines with the names that they request.
 */
export class SafeLogger implements Required<Logger> {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = takesObjectFirst(logger) ? adaptObjectFirst(logger) : logger;
    ignoreOutputErrors(); // The logger may write to stdout asynchronously.
  }

  error(message: string, ...details: [cause?: unknown]): void {
    this.#write((logger) => logger.error(escapeControls(message), ...details));
  }

  warn(message: string, ...details: [data?: unknown]): void {
    this.#write((logger) => logger.warn(escapeControls(message), ...details));
  }

  info(message: string, ...details: [data?: unknown]): void {
    this.#write((logger) => logger.info?.(escapeControls(message), ...details));
  }

  debug(message: string, ...details: [data?: unknown]): void {
    this.#write((logger) => logger.debug?.(escapeControls(message), ...details));
  }

  #write(write: (logger: Logger) => unknown): void {
    try {
      ignoreRejection(write(this.#logger));
    } catch {
      // The error of a logger cannot be logged.
    }
  }
}

/**
 * Whether a logger takes an object before the message, as pino and bunyan do. Such loggers ignore arguments after the
 * message.
 */
function takesObjectFirst(logger: Logger): boolean {
  return hasMethods(logger, ['child']) && (hasMethods(logger, ['bindings']) || hasMethods(logger, ['addStream']));
}

/**
 * Returns a logger that passes the object first. An error is passed as it is, because pino and bunyan log it as `err`.
 * Any other value becomes the property `data`.
 */
function adaptObjectFirst(logger: Logger): Logger {
  const write =
    (level: 'error' | 'warn' | 'info' | 'debug') =>
    (message: string, ...[details]: [unknown?]) => {
      const object = details instanceof Error ? details : { data: details };
      const call = logger[level]?.bind(logger) as ((...line: unknown[]) => unknown) | undefined;
      return details === undefined ? call?.(message) : call?.(object, message);
    };
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}
