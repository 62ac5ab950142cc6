import { ANY_SIZE, ANY_TIME, limit, MAX_TEXT_BYTES } from '../shared/limit.js';

export interface BodyOptions {
  /**
   * How large the body of a request may be, in bytes; `Infinity` for as large as a text can be in Node, 512 MiB.
   * @default 4194304
   */
  readonly maxBodyBytes?: number;
  /**
   * How long the body of a request may take to arrive, in milliseconds, up to 24 days. Then the request is refused with 408,
   * and its connection closed.
   * @default 30000
   */
  readonly bodyTimeoutMs?: number;
  /**
   * How long a client may take nothing of an answer, in milliseconds, up to 24 days. Then its connection is closed, or after
   * twice that if it had taken some; until then the request is one of `maxRequests`.
   * @default 30000
   */
  readonly answerTimeoutMs?: number;
  /**
   * How much of an event stream may wait for its client while more is to come, in bytes; `Infinity` for any amount. A client
   * that lets more wait has a second to catch up, and is hung up on then.
   * @default 4194304
   */
  readonly maxPendingBytes?: number;
  /**
   * How many bytes may be held for clients, all requests together: of bodies that are arriving or whose people are being
   * asked, and of answers that they have not taken yet. Beyond it requests are refused with 503, also those of which more
   * than 65,536 bytes have arrived. `Infinity` for any amount.
   * @default 268435456
   */
  readonly maxHeldBytes?: number;
}

/** How much may wait for a client unless something else is said. */
export const MAX_PENDING_BYTES = 4 * 1024 * 1024;

export type BodyLimits = Required<BodyOptions>;

/** @throws {RangeError} for invalid limits */
export function bodyLimits(options: BodyOptions): BodyLimits {
  const { maxBodyBytes = 4 * 1024 * 1024, bodyTimeoutMs = 30_000, maxHeldBytes = 256 * 1024 * 1024 } = options;
  const { answerTimeoutMs = 30_000, maxPendingBytes = MAX_PENDING_BYTES } = options;
  return {
    maxBodyBytes: Math.min(limit('maxBodyBytes', maxBodyBytes, ANY_SIZE), MAX_TEXT_BYTES),
    bodyTimeoutMs: limit('bodyTimeoutMs', bodyTimeoutMs, ANY_TIME),
    answerTimeoutMs: limit('answerTimeoutMs', answerTimeoutMs, ANY_TIME),
    maxPendingBytes: limit('maxPendingBytes', maxPendingBytes, ANY_SIZE),
    maxHeldBytes: limit('maxHeldBytes', maxHeldBytes, ANY_SIZE),
  };
}
