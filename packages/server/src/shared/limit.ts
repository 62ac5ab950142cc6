import { constants } from 'node:buffer';

export { ANY_SIZE, ANY_TIME, limit } from '@cuecard/core';

/** The maximum size of a buffer that can become a string in Node, in bytes. */
export const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;

/** The longest timer, almost 25 days. Node fires longer timers immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
