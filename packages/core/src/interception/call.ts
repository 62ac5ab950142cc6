import type { PromptDefinition } from '../definition.js';
import type { PromptRequest } from '../request/prompt-request.js';
import type { PromptCall } from './interceptor.js';

/** A call on its way through the interceptors. */
export class Call<Params = unknown> {
  readonly method: PromptCall['method'];
  readonly params: Params;
  readonly context: PromptRequest;

  constructor(method: PromptCall['method'], params: Params, context: PromptRequest) {
    this.method = method;
    this.params = params;
    this.context = context;
  }

  get prompt(): PromptDefinition | undefined {
    return this.context.definition;
  }

  /** The same call, asking for something else. */
  with(params: Params): Call<Params> {
    return new Call(this.method, params, this.context);
  }
}
