import type { Documents } from './documents.js';
import type { Head } from '../edge/head.js';
import type { LaneClient } from './lane-client.js';
import type { LaneMethod, LaneMethods } from './lane-method.js';

/** A request that the lane answers. */
export interface LaneRequest {
  readonly id: string | number;
  readonly params: object | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly method: LaneMethod;
  /** Who sends it, where the request itself says so. */
  readonly from?: LaneClient;
  /** What its headers repeat of it, where it has some. */
  readonly head?: Pick<Head, 'params'> | undefined;
  /** What its answer is written as. */
  readonly documents: Documents;
}

/** Reads a message in the first dialect that knows it. */
export function readIn(
  dialects: readonly Dialect[],
  message: unknown,
  methods: LaneMethods,
  head?: Head,
): LaneRequest | undefined {
  try {
    for (const dialect of dialects) {
      const request = dialect.read(message, methods, head);
      if (request !== undefined) return request;
    }
  } catch {
    // An adapter's checks may not stand what some send. Then the SDK says what is wrong.
  }
  return undefined;
}

/** How the requests of an era look that need nothing but their answer. */
export interface Dialect {
  /**
   * Reads a message; returns nothing if it is for the SDK: wrong, unknown, or asking for more than an answer.
   * @param head nothing over stdio
   */
  read(message: unknown, methods: LaneMethods, head?: Head): LaneRequest | undefined;
}
