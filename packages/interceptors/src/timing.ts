import type { Interceptor, Call } from '@cuecard/core';
import { watchOutcome, calledDefinition, definitionRef, type DefinitionRef, stopwatch } from './outcome.js';

/** The duration of a call. */
export interface Timing extends DefinitionRef {
  readonly method: Call['method'];
  readonly version: string | undefined;
  readonly durationMs: number;
}

const DURATION = 'dev.cuecard/durationMs';

/**
 * Measures every call.
 * @param report called once the request is over, even if it failed; if `report` throws, the request does not fail
 * @default writes the milliseconds to `_meta['dev.cuecard/durationMs']` of the result
 */
export function timing(report?: (timing: Timing) => void | Promise<void>): Interceptor {
  return async (call, next) => {
    const elapsed = stopwatch();
    if (report === undefined) {
      const answer = await next();
      return { ...answer, _meta: { ...answer._meta, [DURATION]: elapsed() } };
    }
    return watchOutcome(call, next(), () => {
      const definition = calledDefinition(call);
      const { version } = definition ?? {};
      const timed = { method: call.method, ...definitionRef(definition), version, durationMs: elapsed() };
      call.context.defer(() => report(timed));
    });
  };
}
