import { constants } from 'node:buffer';

export { ANY_SIZE, ANY_TIME, limit } from '@cuecard/core';

/** The length of the longest string in Node, in bytes: longer buffers cannot become strings. */
export const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;

/** Node fires longer timers, above 25 days, immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
