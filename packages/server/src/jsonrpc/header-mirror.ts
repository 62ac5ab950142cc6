import { isRecord, type Message } from './message.js';
import type { Refusal } from './answer.js';
import { type CallOptions, RequestError } from '@cuecard/core';

/** The headers that repeat parts of a message, since protocol revision 2026-07-28. Over stdio there are none. */
export interface MessageHead {
  readonly revision?: string | undefined;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Returns the refusal of a request whose headers contradict its body, because gateways that route by headers must be
 * able to trust them.
 */
export function mirrorFault({ method = '', params }: Message, head: MessageHead): Refusal | undefined {
  if (head.revision === undefined) return mismatch('the header mcp-protocol-version is missing');
  if (head.method === undefined) return mismatch('the header mcp-method is missing');
  if (head.method !== method) return mismatch('the header mcp-method differs from the body');
  const param = NAME_PARAMS.get(method);
  const name = param !== undefined && isRecord(params) ? params[param] : undefined;
  return typeof name === 'string' ? nameFault(name, head.name) : undefined;
}

function nameFault(name: string, header: string | undefined): Refusal | undefined {
  if (header === undefined) return mismatch('the header mcp-name is missing');
  const repeated = decodeHeader(header);
  if (repeated === undefined) return mismatch(`the header mcp-name ${UNREADABLE}`);
  return repeated === name ? undefined : mismatch('the header mcp-name differs from the body');
}

/** Creates the refusal of a request whose headers contradict its body (2026-07-28: basic/transports). */
export function mismatch(fault: string): Refusal {
  return { status: 400, code: HEADER_MISMATCH, message: mismatchMessage(fault) };
}

/** The parameter that the header `mcp-name` repeats, by method (basic/transports, "Standard Request Headers"). */
const NAME_PARAMS: ReadonlyMap<string, string> = new Map([
  ['prompts/get', 'name'],
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
]);

// The values of a message that HTTP headers repeat, since protocol revision 2026-07-28 (basic/transports, "Value
// Encoding" and "Server Validation").

/** The error code for a request whose headers contradict its body. */
export const HEADER_MISMATCH = -32020;

function mismatchMessage(fault: string): string {
  return `Bad Request: the request headers and body disagree: ${fault}`;
}

/** Matches values that a header can contain unencoded. */
const PLAIN = /^[\t -~]*$/;

const ENCODED = /^=\?base64\?((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)\?=$/;

/** Decodes a header, or returns `undefined` if it is neither plain text nor Base64. */
function decodeHeader(header: string): string | undefined {
  const value = header.trim();
  if (!PLAIN.test(value)) return undefined;
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value;
  const [, encoded] = ENCODED.exec(value) ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
}

type HeaderCheck = NonNullable<CallOptions['checkHeaders']>;

/**
 * Returns a check that compares arguments with the headers that repeat them.
 * @param headerOf returns the value of a header `mcp-param-…`, by the rest of its name in lower case
 */
export function headerCheck(headerOf: (name: string) => string | null | undefined): HeaderCheck {
  return (repeated) => {
    for (const { header, value } of repeated) {
      const fault = faultOf(value ?? undefined, headerOf(header.toLowerCase()) ?? undefined);
      if (fault === undefined) continue;
      throw new RequestError(mismatchMessage(`the header mcp-param-${header.toLowerCase()} ${fault}`), {
        code: HEADER_MISMATCH,
      });
    }
  };
}

function faultOf(value: unknown, header: string | undefined): string | undefined {
  if (header === undefined) return value === undefined ? undefined : 'is missing';
  const repeated = decodeHeader(header);
  if (repeated === undefined) return UNREADABLE;
  return value !== undefined && isSame(value, repeated) ? undefined : 'differs from the body';
}

const UNREADABLE = 'has characters that must be encoded, or is not valid Base64';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Compares numbers by value, unless they may have lost digits. Accepts values that no header can repeat. */
function isSame(value: unknown, repeated: string): boolean {
  if (typeof value === 'object') return true;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  return (
    String(value) === repeated || (typeof value === 'number' && DECIMAL.test(repeated) && Number(repeated) === value)
  );
}
