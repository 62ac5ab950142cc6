import { inspect } from 'node:util';
import type { Logger } from '@cuecard/core';

/** Writes a line of JSON to stderr. */
function write(level: string, message: string, data?: unknown): void {
  process.stderr.write(`${JSON.stringify({ level, message, data: data === undefined ? undefined : inspect(data) })}\n`);
}

export const logger: Logger = {
  error: (message, cause) => write('error', message, cause),
  warn: (message, data) => write('warn', message, data),
  info: (message, data) => write('info', message, data),
};
