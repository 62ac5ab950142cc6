import { isRecord, type Message } from './message.js';
import type { Refusal } from './refusal.js';
import { disagreement, HEADER_MISMATCH, repeatedValue, UNREADABLE } from './repeated-values.js';

/** The headers that repeat parts of a message, since 2026-07-28; there are none over stdio. */
export interface MessageHead {
  readonly revision?: string | undefined;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Returns how the headers of a request contradict its body, or nothing: gateways that route by headers must be able to
 * trust them.
 */
export function mirrorFault({ method = '', params }: Message, head: MessageHead): Refusal | undefined {
  if (head.revision === undefined) return mismatch('the header mcp-protocol-version is missing');
  if (head.method === undefined) return mismatch('the header mcp-method is missing');
  if (head.method !== method) return mismatch('the header mcp-method names another method than the body');
  const param = NAME_PARAMS.get(method);
  const name = param !== undefined && isRecord(params) ? params[param] : undefined;
  return typeof name === 'string' ? nameFault(name, head.name) : undefined;
}

function nameFault(name: string, header: string | undefined): Refusal | undefined {
  if (header === undefined) return mismatch('the header mcp-name is missing');
  const repeated = repeatedValue(header);
  if (repeated === undefined) return mismatch(`the header mcp-name ${UNREADABLE}`);
  return repeated === name ? undefined : mismatch('the header mcp-name names something else than the body');
}

/** Refuses a request whose headers contradict its body (basic/transports, 2026-07-28). */
export function mismatch(fault: string): Refusal {
  return { status: 400, code: HEADER_MISMATCH, message: disagreement(fault) };
}

/** Which parameter the header `mcp-name` repeats, since 2026-07-28 (basic/transports, "Standard Request Headers"). */
const NAME_PARAMS: ReadonlyMap<string, string> = new Map([
  ['prompts/get', 'name'],
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
]);
