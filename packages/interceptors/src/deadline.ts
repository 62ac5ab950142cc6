import { type Interceptor, limit } from '@cuecard/core';

/**
 * Ends every call after some milliseconds, if that is before its deadline: for single prompts and packs that must be
 * faster than `limits.renderMs`.
 * @throws {RangeError} unless it is a whole number from 1 on
 */
export function deadline(ms: number): Interceptor {
  limit('deadline', ms);
  return ({ context }, next) => {
    context.restrict(ms);
    return next();
  };
}
