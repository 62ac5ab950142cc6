import type { Logger } from './logger.js';
import { swallowRejection } from '../pending.js';
import { outliveOutput } from './standard-output.js';

/**
 * Another logger, whatever it does: what it throws, or promises and breaks, reaches nobody. Its messages are of one line,
 * so that a client cannot forge lines of the log by the names it asks for.
 */
export class SafeLogger implements Required<Logger> {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
    outliveOutput(); // It may be the standard output that a logger writes to, later than it is asked to.
  }

  error(message: string, ...told: [cause?: unknown]): void {
    this.#tell((logger) => logger.error(inOneLine(message), ...told));
  }

  warn(message: string, ...told: [data?: unknown]): void {
    this.#tell((logger) => logger.warn(inOneLine(message), ...told));
  }

  info(message: string, ...told: [data?: unknown]): void {
    this.#tell((logger) => logger.info?.(inOneLine(message), ...told));
  }

  debug(message: string, ...told: [data?: unknown]): void {
    this.#tell((logger) => logger.debug?.(inOneLine(message), ...told));
  }

  #tell(tell: (logger: Logger) => unknown): void {
    try {
      swallowRejection(tell(this.#logger));
    } catch {
      // There is nobody else to tell.
    }
  }
}

/** A text with control characters, and those that change its direction, written as escapes. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
