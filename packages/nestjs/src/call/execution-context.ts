import type { DefinitionInfo, RequestContext } from '@cuecard/core';
import type { ArgumentsHost, ExecutionContext } from '@nestjs/common';
import { CALL_INDEX, CUECARD, type CuecardCall } from './nest-call.js';

/**
 * The call in an execution context, for guards, interceptors, filters and parameter decorators.
 * @example const { name } = CuecardExecutionContext.create(context).definition ?? {};
 */
export class CuecardExecutionContext {
  readonly #call: CuecardCall;

  private constructor(call: CuecardCall) {
    this.#call = call;
  }

  /** @throws {TypeError} if the context does not belong to a Cuecard call: check `isCuecard` first */
  static create(host: ArgumentsHost): CuecardExecutionContext {
    if (CuecardExecutionContext.isCuecard(host)) return new CuecardExecutionContext(host.getArgByIndex(CALL_INDEX));
    const problem = `The execution context is of type "${host.getType<string>()}", not "${CUECARD}"`;
    throw new TypeError(`${problem}: check CuecardExecutionContext.isCuecard(context) first`);
  }

  /** Whether a context belongs to a Cuecard call. Its `getType()` is then `cuecard`. */
  static isCuecard(host: ArgumentsHost | ExecutionContext): boolean {
    return host.getType<string>() === CUECARD;
  }

  /** The protocol method, such as `prompts/get`. */
  get method(): string {
    return this.#call.method;
  }

  /** The context that the handler gets. */
  get context(): RequestContext {
    return this.#call.context;
  }

  /** The called definition, or `undefined` for lists and for names that the caller may not see. */
  get definition(): DefinitionInfo | undefined {
    return this.#call.definition;
  }
}
