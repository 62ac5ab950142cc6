import { isCheckable, UNCHECKABLE } from './extent.js';
import { isAnswer, isId, isRecord, type RequestId } from './message.js';

/** An answer to something that is no request an SDK would take. */
export interface EnvelopeFault {
  /** The request's; nothing where there is none. An answer's would be taken for that of a request of its sender's own. */
  readonly id: RequestId | undefined;
  readonly code: number;
  readonly message: string;
}

/** What an SDK knows of messages. */
export interface MessageGuards {
  /** Whether a value is a JSON-RPC message. */
  isMessage(value: unknown): boolean;
  /** Whether a message is an `initialize` that can be answered. */
  isIntroduction(message: unknown): boolean;
}

/**
 * Says what keeps a message from being JSON-RPC as MCP speaks it, or nothing. The SDKs drop such messages over stdio,
 * call them all a parse error over HTTP, and answer a wrong `initialize` with their parser's report.
 */
export function envelopeFault(message: unknown, guards: MessageGuards): EnvelopeFault | undefined {
  if (!isCheckable(message)) return { ...UNCHECKABLE, id: undefined };
  const { method } = isRecord(message) ? message : {};
  if (guards.isMessage(message) && (method !== 'initialize' || guards.isIntroduction(message))) return undefined;
  return isRecord(message) ? faultOf(message) : NO_MESSAGE;
}

function faultOf(members: Readonly<Record<string, unknown>>): EnvelopeFault {
  const { jsonrpc, id, method } = members;
  const known = isId(id) ? id : undefined;
  if (typeof method !== 'string') return { ...NO_MESSAGE, id: isAnswer(members) ? undefined : known };
  if (jsonrpc !== '2.0' || known !== id) return { ...NO_MESSAGE, id: known };
  return { id: known, code: -32602, message: `Invalid params for ${method.slice(0, 64)}` };
}

const NO_MESSAGE = { id: undefined, code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' };

/** The same of a body, which may be a batch; what is wrong with a message in one is for the SDK to say. */
export function bodyFault(body: unknown, guards: MessageGuards): EnvelopeFault | undefined {
  if (!Array.isArray(body)) return envelopeFault(body, guards);
  return isCheckable(body) ? undefined : { ...UNCHECKABLE, id: undefined };
}
