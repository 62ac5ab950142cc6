import { hasEnvelope, isInitializeParams } from './client.js';
import { isAnswer, isId, isRecord, type MessageFault } from './message.js';
import { exactly, isInteger, isText, objectOf, oneOf, type Shape } from './shape.js';

/**
 * Returns why a message is not valid JSON-RPC for MCP. The SDKs drop such messages over stdio and report each as a
 * parse error over HTTP. They answer an invalid `initialize` with the report of their parser.
 */
export function messageFault(message: unknown): MessageFault | undefined {
  if (isRecord(message) && typeof message['id'] === 'number' && !isId(message['id'])) return UNSAFE_ID;
  if (!isRecord(message)) return NO_MESSAGE;
  return isMessage(message) && !isInvalidInitialize(message) ? undefined : faultOf(message);
}

/**
 * Whether a message is an invalid `initialize`. A message with an envelope does not count, because its client must
 * learn that protocol revision 2026-07-28 has no `initialize`.
 */
function isInvalidInitialize({ method, params }: Readonly<Record<string, unknown>>): boolean {
  return method === 'initialize' && !hasEnvelope(params) && !isInitializeParams(params);
}

function faultOf(members: Readonly<Record<string, unknown>>): MessageFault {
  const { jsonrpc, id, method } = members;
  const known = isId(id) ? id : undefined;
  if (typeof method !== 'string') return { ...NO_MESSAGE, id: isAnswer(members) ? undefined : known };
  if (jsonrpc !== '2.0' || known !== id) return { ...NO_MESSAGE, id: known };
  return { id: known, code: -32602, message: `Invalid params for ${method.slice(0, 64)}` };
}

const NO_MESSAGE = { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' };

const UNSAFE_ID = {
  code: -32600,
  message: 'Invalid Request: a numeric id must be an integer below 2^53; use a string instead',
};

/** The contents of a body. */
interface Content {
  /** The message, or the valid messages of a batch. */
  readonly message: unknown;
  /** The error responses for invalid members of a batch (JSON-RPC 2.0, "Batch"). */
  readonly refusals: readonly object[];
}

/**
 * The maximum number of invalid batch members that get their own error. An error may be longer than the invalid member.
 */
const MAX_REFUSALS = 100;

/** Reads the contents of a body, or returns an error for the whole body. */
export function contentOf(body: unknown): Content | { readonly fault: MessageFault } {
  if (!Array.isArray(body)) {
    const fault = messageFault(body);
    return fault === undefined ? { message: body, refusals: [] } : { fault };
  }
  if (body.length === 0) return { fault: NO_MESSAGE };
  const faults = body.map(messageFault);
  const refusals = faults.flatMap((fault) => (fault === undefined ? [] : [errorOf(fault)]));
  if (refusals.length > MAX_REFUSALS) return { fault: NO_MESSAGE };
  return { message: body.filter((_, at) => faults[at] === undefined), refusals };
}

/**
 * Creates an error for a message whose id may be unknown. Omits an unknown id, because MCP does not allow `null`
 * (schema, "JSONRPCErrorResponse").
 */
export function errorOf({ id, code, message }: MessageFault) {
  return { jsonrpc: '2.0' as const, id, error: { code, message } };
}

const isIdentifier = oneOf(isText, isInteger);
const isVersion: Shape = (value) => value === '2.0';
const isMeta = objectOf({}, { progressToken: isIdentifier });
const isMarked = objectOf({}, { _meta: isMeta });
const isFault = objectOf({ code: isInteger, message: isText });

/** Whether a value is a message of MCP (schema, "JSONRPCMessage"). */
export const isMessage = oneOf(
  exactly({ jsonrpc: isVersion, id: isIdentifier, method: isText }, { params: isMarked }),
  exactly({ jsonrpc: isVersion, method: isText }, { params: isMarked }),
  exactly({ jsonrpc: isVersion, id: isIdentifier, result: objectOf({}, { _meta: isRecord }) }),
  exactly({ jsonrpc: isVersion, error: isFault }, { id: isIdentifier }),
);
