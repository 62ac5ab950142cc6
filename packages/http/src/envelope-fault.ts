import { isId, isRecord, type RequestId } from './message.js';

/** An answer to something that is no request an SDK would take. */
export interface EnvelopeFault {
  readonly id: RequestId | null;
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
  const { jsonrpc, id, method } = isRecord(message) ? message : {};
  if (guards.isMessage(message) && (method !== 'initialize' || guards.isIntroduction(message))) return undefined;
  const knownId = isId(id) ? id : null;
  const isRequest = jsonrpc === '2.0' && typeof method === 'string' && (isId(id) || id === undefined);
  return isRequest
    ? { id: knownId, code: -32602, message: `Invalid params for ${method.slice(0, 64)}` }
    : { id: knownId, code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' };
}
