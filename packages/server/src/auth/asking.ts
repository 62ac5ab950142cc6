import type { IncomingMessage } from 'node:http';

/** The parts of an HTTP request that may identify its caller. */
export interface Asking {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  readonly head: { readonly authorization: string | undefined };
  /** The request as Node has it, if Node has it. */
  readonly incoming: IncomingMessage | undefined;
  /** The request without its body, web-standard. */
  toRequest(): Request;
}
