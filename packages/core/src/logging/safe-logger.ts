import type { Logger } from './logger.js';
import { swallowRejection } from '../pending.js';
import { escapeControls } from '../text/control-characters.js';
import { hasMethods } from '../text/option-kinds.js';
import { outliveOutput } from './standard-output.js';

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
