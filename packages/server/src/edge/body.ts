import { isUtf8 } from 'node:buffer';
import { extentOf, isShort, uncheckableJson } from '../jsonrpc/message-budget.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { BodyLimits } from './body-limits.js';
import { weightOf, weightOfExtent } from './message-weight.js';
import { GONE, TOO_MANY_BYTES } from './refusals.js';

/** The reason why there is no body. */
export type BodyFault = 'too large' | 'too slow' | 'read before' | 'no room' | 'gone';

/** What has arrived as a body: its bytes, or what a framework has made of it, or the reason why there is none. */
export type Arrived = Uint8Array | { readonly parsed: unknown } | BodyFault;

/** A parsed body. */
export interface JsonBody {
  readonly json: unknown;
  /** The memory that it takes, in bytes. */
  readonly weight: number;
}

/** Reads a body as JSON. */
export function readJson(bytes: Uint8Array, maxValues: number): JsonBody | { readonly refusal: Refusal } {
  if (!isUtf8(bytes)) return { refusal: NO_JSON };
  const text = textOf(bytes);
  const isUnscanned = isShort(text, maxValues);
  const extent = isUnscanned ? undefined : extentOf(text, maxValues);
  if (!isUnscanned && extent === undefined) return { refusal: { status: 400, ...uncheckableJson(text, maxValues) } };
  try {
    const json: unknown = JSON.parse(text);
    const weight = extent === undefined ? weightOf(json, 0) : weightOfExtent(extent);
    return { json, weight: textBytes(text, bytes.length) + weight };
  } catch {
    return { refusal: NO_JSON };
  }
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

const NO_JSON = { status: 400, code: -32700, message: 'Parse error: the body is not JSON in UTF-8' };

const READ_BEFORE = {
  status: 500,
  code: -32603,
  message:
    'The body was read before it came here: mount the handler before body parsers, or pass on what they make of it',
};
