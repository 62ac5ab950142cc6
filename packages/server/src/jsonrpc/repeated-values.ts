import { type CallOptions, RequestError } from '@cuecard/core';

// The values of a message that HTTP headers repeat, since 2026-07-28 (basic/transports, "Value Encoding" and "Server
// Validation").

/** The error code for a request whose headers contradict its body. */
export const HEADER_MISMATCH = -32020;

export function disagreement(fault: string): string {
  return `Bad Request: the request headers and body disagree: ${fault}`;
}

/** The values that a header can contain unencoded. */
const PLAIN = /^[\t -~]*$/;

const ENCODED = /^=\?base64\?((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)\?=$/;

/** The value that a header repeats; `undefined` if it is neither written plainly, nor as Base64. */
export function repeatedValue(header: string): string | undefined {
  const value = header.trim();
  if (!PLAIN.test(value)) return undefined;
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value;
  const [, encoded] = ENCODED.exec(value) ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
}

type Check = NonNullable<CallOptions['checkHeaders']>;

/**
 * Compares the arguments that headers repeat with the headers.
 * @param headerOf returns the value of a header `mcp-param-…`, by the rest of its name in lower case
 */
export function headerCheck(headerOf: (name: string) => string | null | undefined): Check {
  return (repeated) => {
    for (const { header, value } of repeated) {
      const fault = faultOf(value ?? undefined, headerOf(header.toLowerCase()) ?? undefined);
      if (fault === undefined) continue;
      throw new RequestError(disagreement(`the header mcp-param-${header.toLowerCase()} ${fault}`), {
        code: HEADER_MISMATCH,
      });
    }
  };
}

function faultOf(value: unknown, header: string | undefined): string | undefined {
  if (header === undefined) return value === undefined ? undefined : 'is missing';
  const repeated = repeatedValue(header);
  if (repeated === undefined) return UNREADABLE;
  return value !== undefined && isSame(value, repeated) ? undefined : 'says something else than the body';
}

export const UNREADABLE = 'has characters that must be encoded, or is not valid Base64';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/**
 * Numbers are compared numerically, unless they may have lost digits. Values that no header can repeat are not judged
 * here.
 */
function isSame(value: unknown, repeated: string): boolean {
  if (typeof value === 'object') return true;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  return (
    String(value) === repeated || (typeof value === 'number' && DECIMAL.test(repeated) && Number(repeated) === value)
  );
}
