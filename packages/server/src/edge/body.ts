import { isUtf8 } from 'node:buffer';
import {
  excess,
  isWithin,
  type MessageLimits,
  NO_JSON,
  type ParsedMessage,
  parseMessage,
} from '../jsonrpc/message-limits.js';
import { weightOf } from '../jsonrpc/message-size.js';
import { isRequest } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { BodyLimits } from './body-limits.js';
import { GONE, TOO_MANY_BYTES } from './refusals.js';

/** The reason why there is no body. */
export type BodyFault = 'too large' | 'too slow' | 'read before' | 'no room' | 'gone';

/** What has arrived as a body: its bytes, or what a framework has made of it, or the reason why there is none. */
export type Arrived = Uint8Array | { readonly parsed: unknown } | BodyFault;

/** Reads a body as JSON: as text, or as a framework has parsed it. The weight includes its characters. */
export function messageOf(
  arrived: Uint8Array | { readonly parsed: unknown },
  limits: MessageLimits,
): ParsedMessage | { readonly refusal: Refusal } {
  if (!(arrived instanceof Uint8Array)) return checked(arrived.parsed, limits);
  if (!isUtf8(arrived)) return { refusal: { status: 400, ...NO_JSON } };
  const text = textOf(arrived);
  const message = parseMessage(text, limits);
  if ('code' in message) return { refusal: { status: 400, ...message } };
  return { json: message.json, weight: textBytes(text, arrived.length) + message.weight };
}

function checked(json: unknown, limits: MessageLimits): ParsedMessage | { readonly refusal: Refusal } {
  if (isWithin(json, limits)) return { json, weight: weightOf(json, 2) };
  return { refusal: { status: 400, ...excess(limits, isRequest(json) ? json.id : undefined) } };
}

/** A string with one wide character takes two bytes for each of its characters. */
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

/** The refusal of a compressed body, whose size would be unknown. */
export function encodingFault(encoding: string | undefined): Refusal | undefined {
  return encoding === undefined || encoding.toLowerCase() === 'identity' ? undefined : ENCODED;
}

const ENCODED = {
  status: 415,
  code: -32000,
  message: 'Unsupported Media Type: send the body without Content-Encoding',
  headers: { 'accept-encoding': 'identity' },
};

/** The refusal of a body that is not read. */
export function bodyRefusal(why: BodyFault, { maxBodyBytes, bodyTimeoutMs }: BodyLimits): Refusal {
  if (why === 'read before') return READ_BEFORE;
  if (why === 'no room') return TOO_MANY_BYTES;
  if (why === 'gone') return GONE;
  if (why === 'too large')
    return { status: 413, code: -32000, message: `The body is larger than ${maxBodyBytes} bytes` };
  const message = `The body has not arrived within ${bodyTimeoutMs} ms`;
  return { status: 408, code: -32000, message, headers: { connection: 'close' } };
}

const READ_BEFORE = {
  status: 500,
  code: -32603,
  message:
    'The body was read before it came here: mount the handler before body parsers, or pass on what they make of it',
};
