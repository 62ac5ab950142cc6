import type { ApiError } from '../api.js';

/** A request that is refused. Its message says what to do. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  get body(): ApiError {
    return { error: { code: this.code, message: this.message } };
  }
}
