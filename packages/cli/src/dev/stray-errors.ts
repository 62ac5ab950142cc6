import type { Logger } from '@cuecard/core';

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/** Keeps an error that nothing of the project catches, such as one of a timer, from ending `dev`. */
export function surviveStrayErrors(logger: Logger): { end(): void } {
  const report = (error: unknown) => logger.error('The project has thrown an error that nothing catches', error);
  for (const event of EVENTS) process.on(event, report);
  return {
    end() {
      for (const event of EVENTS) process.off(event, report);
    },
  };
}
