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
  /** The sender, if the request names it. */
  readonly from?: LaneClient;
  /** The values that its headers repeat, if any. */
  readonly head?: Pick<Head, 'params'> | undefined;
  /** The format of its answer. */
  readonly documents: Documents;
}

/** Reads a message in the first dialect that recognises it. */
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
    // An adapter's checks may throw on invalid input. Then the SDK reports the error.
  }
  return undefined;
}

/** The form of an era's requests that need only an answer. */
export interface Dialect {
  /**
   * Reads a message; returns nothing if the SDK must handle it: invalid, unknown, or in need of more than an answer.
   * @param head absent over stdio
   */
  read(message: unknown, methods: LaneMethods, head?: Head): LaneRequest | undefined;
}
