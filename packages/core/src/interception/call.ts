import type { Definition } from '../definition/definition.js';
import type { PromptRequest } from '../request/prompt-request.js';
import type { Call } from '../api/interceptor.js';

/** A call on its way through the interceptors. */
export class PassedCall<Params = unknown> {
  readonly method: Call['method'];
  readonly params: Params;
  readonly context: PromptRequest;

  constructor(method: Call['method'], params: Params, context: PromptRequest) {
    this.method = method;
    this.params = params;
    this.context = context;
  }

  get prompt(): Definition | undefined {
    return this.context.definition;
  }

  /** The same call, asking for something else. */
  with(params: Params): PassedCall<Params> {
    return new PassedCall(this.method, params, this.context);
  }
}
