import { type Interceptor, limit } from '@cuecard/core';

/**
 * Ends every call after this number of milliseconds, unless the call's own deadline is earlier. Use it for single
 * prompts and packs that must be faster than `limits.renderMs`.
 * @throws {RangeError} unless `ms` is a whole number of at least 1
 */
export function deadline(ms: number): Interceptor {
  limit('deadline', ms);
  return ({ context }, next) => {
    context.restrict(ms);
    return next();
  };
}
