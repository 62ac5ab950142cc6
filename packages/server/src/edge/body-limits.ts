import { messageLimitsIn, type MessageOptions } from '../jsonrpc/message-limits.js';
import { ANY_SIZE, ANY_TIME, limit, MAX_TEXT_BYTES } from '../shared/limit.js';

export interface BodyOptions extends MessageOptions {
  /**
   * The maximum size of a request body, in bytes. `Infinity` allows up to 512 MiB, the longest string in Node.
   * @default 4194304
   */
  readonly maxBodyBytes?: number;
  /**
   * The time limit for receiving a request body, in milliseconds, up to 24 days. Then the request is refused with 408,
   * and its connection closed.
   * @default 30000
   */
  readonly bodyTimeoutMs?: number;
  /**
   * How long a client may read nothing of an answer, in milliseconds, up to 24 days. Then its connection is closed;
   * after twice that if it had read some. Until then the request counts towards `maxRequests`.
   * @default 30000
   */
  readonly answerTimeoutMs?: number;
  /**
   * The maximum unread size of an event stream that continues, in bytes; `Infinity` removes the limit. A client above
   * it has a second to catch up, and is disconnected then.
   * @default 4194304
   */
  readonly maxPendingBytes?: number;
  /**
   * The maximum number of bytes held for all callers together: bodies until the work of their requests has ended, with
   * 192 bytes for each object and 64 for each other value in them, and unread answers. Above it, requests are refused with 503, even if they have
   * arrived. `Infinity` removes the limit.
   * @default 268435456
   */
  readonly maxHeldBytes?: number;
}

/** The default unread size. */
export const MAX_PENDING_BYTES = 4 * 1024 * 1024;

export type BodyLimits = Required<BodyOptions>;

/** @throws {RangeError} for invalid limits */
export function bodyLimits(options: BodyOptions): BodyLimits {
  const { maxBodyBytes = 4 * 1024 * 1024, bodyTimeoutMs = 30_000, maxHeldBytes = 256 * 1024 * 1024 } = options;
  const { answerTimeoutMs = 30_000, maxPendingBytes = MAX_PENDING_BYTES } = options;
  return {
    maxBodyBytes: Math.min(limit('maxBodyBytes', maxBodyBytes, ANY_SIZE), MAX_TEXT_BYTES),
    ...messageLimitsIn(options),
    bodyTimeoutMs: limit('bodyTimeoutMs', bodyTimeoutMs, ANY_TIME),
    answerTimeoutMs: limit('answerTimeoutMs', answerTimeoutMs, ANY_TIME),
    maxPendingBytes: limit('maxPendingBytes', maxPendingBytes, ANY_SIZE),
    maxHeldBytes: limit('maxHeldBytes', maxHeldBytes, ANY_SIZE),
  };
}
