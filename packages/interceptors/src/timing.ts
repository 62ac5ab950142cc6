import type { Interceptor, Call } from '@cuecard/core';
import { calledPrompt } from './called-prompt.js';
import { watched } from './outcome.js';
import { stopwatch } from './stopwatch.js';

/** How long a call took. */
export interface Timing {
  readonly method: Call['method'];
  /** The prompt that answered; nothing in a list, and for a name that the caller does not know of. */
  readonly prompt: string | undefined;
  readonly version: string | undefined;
  readonly durationMs: number;
}

const DURATION = 'dev.cuecard/durationMs';

/**
 * Measures every call.
 * @param report is told once the request is over, however it ended; what it throws fails no request
 * @default the answer's `_meta['dev.cuecard/durationMs']` says it, in milliseconds
 */
export function timing(report?: (timing: Timing) => void | Promise<void>): Interceptor {
  return async (call, next) => {
    const elapsed = stopwatch();
    if (report === undefined) {
      const answer = await next();
      return { ...answer, _meta: { ...answer._meta, [DURATION]: elapsed() } };
    }
    return watched(call, next(), () => {
      const prompt = calledPrompt(call);
      const told = { method: call.method, prompt: prompt?.name, version: prompt?.version, durationMs: elapsed() };
      call.context.defer(() => report(told));
    });
  };
}
