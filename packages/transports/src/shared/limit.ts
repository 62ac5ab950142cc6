import { constants } from 'node:buffer';

export { ANY_SIZE, ANY_TIME, limit, type LimitRange } from '@cuecard/core';

/** How many bytes of text can be had at all: more are no text to Node, and parse to nothing. */
export const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;

/** Node fires a timer at once that is set for longer than these 25 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
