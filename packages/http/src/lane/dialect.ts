import type { LaneContext, LaneRuntime } from './lane-server.js';

export interface LaneMethod {
  /** Whether the same frozen result answers many requests. */
  readonly isKept?: boolean;
  /** Sends a request to the runtime; gives nothing when that does not answer the method. */
  readonly ask: (runtime: LaneRuntime, params: object | undefined, context: LaneContext) => Promise<object> | undefined;
}

/** A request that the lane answers. */
export interface LaneRequest {
  readonly id: string | number;
  readonly params: object | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly method: LaneMethod;
}

/** How the requests of an era look that need nothing but their answer. */
export interface Dialect {
  /** Reads what a body holds; nothing when it is for the server: wrong, unknown, or asking for more than an answer. */
  read(message: unknown): LaneRequest | undefined;
}
