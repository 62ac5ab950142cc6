import type { Logger } from '@cuecard/core';
import type { ProjectEvent } from '../playground/options.js';

type Log = Extract<ProjectEvent, { readonly type: 'log' }>;

/** A logger that the playground hears, too. It gets messages without their causes: these may hold what was given. */
export function tellingLogger(logger: Logger, tell: (event: Log) => void): Logger {
  const told = (level: Log['level'], pass: ((message: string, data?: unknown) => void) | undefined) => {
    return (message: string, ...data: [data?: unknown]) => {
      pass?.call(logger, message, ...data);
      tell({ type: 'log', level, message });
    };
  };
  return {
    error: told('error', logger.error),
    warn: told('warning', logger.warn),
    info: told('info', logger.info),
    debug: told('debug', logger.debug),
  };
}
