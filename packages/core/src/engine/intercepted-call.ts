import type { RequestContext } from '../api/context.js';
import type { DefinitionInfo } from '../api/definition-info.js';
import type { Request } from '../request/request.js';

/** A call as interceptors see it. */
export class InterceptedCall {
  readonly method: string;
  readonly params: unknown;
  readonly context: RequestContext;
  readonly #request: Request;

  constructor(method: string, params: unknown, request: Request) {
    this.method = method;
    this.params = params;
    this.context = request.context;
    this.#request = request;
  }

  get definition(): DefinitionInfo | undefined {
    return this.#request.definition;
  }

  /** The same call with other params. */
  with(params: unknown): InterceptedCall {
    return new InterceptedCall(this.method, params, this.#request);
  }
}
