import type { DefinitionInfo, RequestContext } from '@cuecard/core';
import type { ArgumentsHost, ExecutionContext } from '@nestjs/common';
import { CALL_INDEX, CUECARD, type CuecardCall } from './nest-call.js';

/**
 * What guards, interceptors, filters and parameter decorators can know of a call.
 * @example const { name } = CuecardExecutionContext.create(context).definition ?? {};
 */
export class CuecardExecutionContext {
  readonly #call: CuecardCall;

  private constructor(call: CuecardCall) {
    this.#call = call;
  }

  /** @throws {TypeError} if the context is not that of a call: ask `isCuecard` first */
  static create(host: ArgumentsHost): CuecardExecutionContext {
    if (CuecardExecutionContext.isCuecard(host)) return new CuecardExecutionContext(host.getArgByIndex(CALL_INDEX));
    const problem = `The execution context is of type "${host.getType<string>()}", not "${CUECARD}"`;
    throw new TypeError(`${problem}: ask CuecardExecutionContext.isCuecard(context) first`);
  }

  /** Whether a context is that of a call: then its `getType()` is `cuecard`. */
  static isCuecard(host: ArgumentsHost | ExecutionContext): boolean {
    return host.getType<string>() === CUECARD;
  }

  /** The method of the protocol, such as `prompts/get`. */
  get method(): string {
    return this.#call.method;
  }

  /** The context that the handler gets. */
  get context(): RequestContext {
    return this.#call.context;
  }

  /** The definition that answers; `undefined` for lists, and where the caller may see none of that name. */
  get definition(): DefinitionInfo | undefined {
    return this.#call.definition;
  }
}
