import { InitializeRequestSchema, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** An answer to something that is no request the SDK would take. */
export interface EnvelopeFault {
  readonly id: string | number | null;
  readonly code: number;
  readonly message: string;
}

/**
 * Says what keeps a message from being JSON-RPC as MCP speaks it, or nothing. The SDK drops such messages over stdio,
 * calls them all a parse error over HTTP, and answers a wrong `initialize` with its parser's report.
 */
export function envelopeFault(message: unknown): EnvelopeFault | undefined {
  const { jsonrpc, id, method } = isRecord(message) ? message : {};
  const isReadable = JSONRPCMessageSchema.safeParse(message).success;
  if (isReadable && (method !== 'initialize' || InitializeRequestSchema.safeParse(message).success)) return undefined;
  const knownId = typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null;
  const isRequest = jsonrpc === '2.0' && typeof method === 'string' && (knownId !== null || id === undefined);
  return isRequest
    ? { id: knownId, code: -32602, message: `Invalid params for ${method.slice(0, 64)}` }
    : { id: knownId, code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
