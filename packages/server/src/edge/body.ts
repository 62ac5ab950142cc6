import { isUtf8 } from 'node:buffer';
import {
  excess,
  isWithin,
  type MessageLimits,
  NO_JSON,
  type ParsedMessage,
  parseMessage,
  messageLimitsIn,
  type MessageOptions,
} from '../jsonrpc/message-limits.js';
import { weightOf } from '../jsonrpc/message-size.js';
import { isRequest } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/answer.js';
import { GONE, TOO_MANY_BYTES } from './refusals.js';
import { ANY_SIZE, ANY_TIME, limit, MAX_TEXT_BYTES } from '../shared/limit.js';
import { GrowingBuffer } from '../shared/growing-buffer.js';
import type { CallerBudget } from './held-bytes.js';

/** The reason why no body is available. */
export type BodyFault = 'too large' | 'too slow' | 'read before' | 'no room' | 'gone';

/** The bytes of a body, the value that a framework has parsed, or the reason why neither is available. */
export type BodyResult = Uint8Array | { readonly parsed: unknown } | BodyFault;

/** Parses a body, unless a framework has already parsed it. The weight includes the body's characters. */
export function messageOf(
  body: Uint8Array | { readonly parsed: unknown },
  limits: MessageLimits,
): ParsedMessage | { readonly refusal: Refusal } {
  if (!(body instanceof Uint8Array)) return checkParsed(body.parsed, limits);
  if (!isUtf8(body)) return { refusal: { status: 400, ...NO_JSON } };
  const text = textOf(body);
  const message = parseMessage(text, limits);
  if ('code' in message) return { refusal: { status: 400, ...message } };
  return { json: message.json, weight: textBytes(text, body.length) + message.weight };
}

function checkParsed(json: unknown, limits: MessageLimits): ParsedMessage | { readonly refusal: Refusal } {
  if (isWithin(json, limits)) return { json, weight: weightOf(json, 2) };
  return { refusal: { status: 400, ...excess(limits, isRequest(json) ? json.id : undefined) } };
}

/** Returns the memory of a string. If any character is wide, every character takes two bytes. */
function textBytes(text: string, bytes: number): number {
  const isNarrow = text.length === bytes && !text.includes('\\u');
  return isNarrow ? bytes : Math.max(bytes, 2 * text.length);
}

const BYTE_ORDER_MARK = '\uFEFF';

function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const JSON_TYPE = /^\s*application\/json\s*(;|$)/i;

/** Whether a request declares its body as JSON. */
export function holdsJson(type: string | undefined): boolean {
  return type === 'application/json' || (type !== undefined && JSON_TYPE.test(type));
}

/** The refusal of a compressed body, because its size is unknown. */
export function encodingFault(encoding: string | undefined): Refusal | undefined {
  return encoding === undefined || encoding.toLowerCase() === 'identity' ? undefined : ENCODED;
}

const ENCODED = {
  status: 415,
  code: -32000,
  message: 'Unsupported Media Type: send the body without Content-Encoding',
  headers: { 'accept-encoding': 'identity' },
};

/** The refusal of a body that the server does not read. */
export function bodyRefusal(fault: BodyFault, { maxBodyBytes, bodyTimeoutMs }: BodyLimits): Refusal {
  if (fault === 'read before') return READ_BEFORE;
  if (fault === 'no room') return TOO_MANY_BYTES;
  if (fault === 'gone') return GONE;
  if (fault === 'too large')
    return { status: 413, code: -32000, message: `The body is larger than ${maxBodyBytes} bytes` };
  const message = `The body did not arrive within ${bodyTimeoutMs} ms`;
  return { status: 408, code: -32000, message, headers: { connection: 'close' } };
}

const READ_BEFORE = {
  status: 500,
  code: -32603,
  message:
    'The body was read before the request reached the handler: mount the handler before body parsers, or set `body` of the request to the parsed value',
};

export interface BodyOptions extends MessageOptions {
  /**
   * The maximum size of a request body, in bytes. `Infinity` allows up to 512 MiB, the longest string in Node.
   * @default 4194304
   */
  readonly maxBodyBytes?: number;
  /**
   * The time limit for receiving a request body, in milliseconds, up to 24 days. Afterwards the request is rejected
   * with 408, and its connection closes.
   * @default 30000
   */
  readonly bodyTimeoutMs?: number;
  /**
   * The time limit for a client that reads no part of a response, in milliseconds, up to 24 days. Afterwards the
   * connection closes. A client that has read a part has twice the time. The request counts towards `maxRequests` until
   * the response is read or the connection closes.
   * @default 30000
   */
  readonly answerTimeoutMs?: number;
  /**
   * The maximum unread size of an unfinished event stream, in bytes; `Infinity` removes the limit. A client that
   * exceeds it is disconnected unless it catches up within a second.
   * @default 4194304
   */
  readonly maxPendingBytes?: number;
  /**
   * The maximum number of bytes held for all callers together: unread responses, and the body of each request until its
   * work has ended. In a body, each object counts as 192 bytes more, and every other value as 64 bytes more. Above the
   * maximum, requests are rejected with 503, even without a body. `Infinity` removes the limit.
   * @default 268435456
   */
  readonly maxHeldBytes?: number;
}

/** The default of `maxPendingBytes`. */
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

/**
 * The bytes of a body that are read even above `maxHeldBytes`, because users' answers and cancellations are smaller.
 */
const ALWAYS_READ_BYTES = 65_536;

/** A body that arrives in chunks. The chunks are held until the body is complete. */
export class ArrivingBody {
  readonly #bytes: GrowingBuffer;
  readonly #holding: CallerBudget;
  #size = 0;

  constructor(maxBytes: number, holding: CallerBudget) {
    this.#bytes = new GrowingBuffer(maxBytes);
    this.#holding = holding;
  }

  /** Takes a chunk, or returns the fault if reading should stop. */
  add(piece: Uint8Array): BodyFault | undefined {
    if (!this.#bytes.add(piece)) return 'too large';
    this.#size += piece.length;
    this.#holding.add(piece.length);
    return this.#size > ALWAYS_READ_BYTES && this.#holding.isFull() ? 'no room' : undefined;
  }

  /** Returns the received bytes, and releases them. */
  end(): Buffer {
    this.#holding.release(this.#size);
    this.#size = 0;
    return this.#bytes.take();
  }
}
