import type { Documents } from './documents.js';
import type { Head } from '../edge/head.js';
import type { LaneClient } from './lane-client.js';
import type { LaneMethod, LaneMethods } from './methods.js';

/** A request that the lane answers. */
export interface LaneRequest {
  readonly id: string | number;
  readonly params: object | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly method: LaneMethod;
  /** Who sends it, where the request itself says so. */
  readonly from?: LaneClient;
  /** What its answer is written as. */
  readonly documents: Documents;
}

/** How the requests of an era look that need nothing but their answer. */
export interface Dialect {
  /**
   * Reads a message; returns nothing if it is for the SDK: wrong, unknown, or asking for more than an answer.
   * @param head nothing over stdio
   */
  read(message: unknown, methods: LaneMethods, head?: Head): LaneRequest | undefined;
}
