import type { Logger as CuecardLogger } from '@cuecard/core';
import { Logger } from '@nestjs/common';

const nest = new Logger('Cuecard');

/** Logs messages of the runtime with the application's logger. */
export const nestLogger: CuecardLogger = {
  error: (message, cause) => nest.error(message, ...stackOf(cause)),
  warn: (message, data) => nest.warn(...withData(message, data)),
  info: (message, data) => nest.log(...withData(message, data)),
  debug: (message, data) => nest.debug(...withData(message, data)),
};

function stackOf(cause: unknown): unknown[] {
  if (cause === undefined) return [];
  return [cause instanceof Error ? cause.stack : cause];
}

function withData(message: string, data: unknown): [string, ...unknown[]] {
  return data === undefined ? [message] : [message, data];
}
