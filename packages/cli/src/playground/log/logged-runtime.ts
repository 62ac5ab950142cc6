import type { RuntimeMethod, ServedRuntime } from '@cuecard/core';
import { RuntimeWrapper } from '../../runtime/runtime-wrapper.js';
import type { CallLog } from './call-log.js';

/** A runtime whose calls are noted. */
export class LoggedRuntime extends RuntimeWrapper {
  readonly #log: CallLog;

  constructor(runtime: ServedRuntime, log: CallLog) {
    super(runtime);
    this.#log = log;
  }

  protected override wrap(method: RuntimeMethod): RuntimeMethod {
    const { name, answer } = method;
    return {
      ...method,
      answer: (params, call) => this.#log.note({ method: name, params, call }, () => answer(params, call)),
    };
  }
}
