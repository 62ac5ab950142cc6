import type { Logger } from '@cuecard/core';

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Keeps an error that nothing of the project catches, such as one of a timer, from ending `dev`. A call of `process.exit`
 * cannot be kept from it, and is named.
 * @param signal aborts when the user ends `dev`
 */
export function surviveStrayErrors(logger: Logger, signal: AbortSignal): { end(): void } {
  const report = (error: unknown) => logger.error('The project has thrown an error that nothing catches', error);
  const left = (code: number) => {
    if (!signal.aborted) logger.error(`The project has ended the process, with process.exit(${code})`);
  };
  for (const event of EVENTS) process.on(event, report);
  process.on('exit', left);
  return {
    end() {
      for (const event of EVENTS) process.off(event, report);
      process.off('exit', left);
    },
  };
}
