import type { Logger } from './logger.js';
import { swallowRejection } from '../pending.js';
import { outliveOutput } from './standard-output.js';

/**
 * Wraps a logger, ignoring errors that it throws and promises that it rejects. Its messages have one line, so that
 * clients cannot forge log lines through the names they request.
 */
export class SafeLogger implements Required<Logger> {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
    outliveOutput(); // The logger may write to stdout asynchronously.
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
      // There is no other place to report to.
    }
  }
}

/** Escapes control characters, line separators and bidirectional controls. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
