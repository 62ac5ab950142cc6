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
  if (isReadable(message)) return undefined;
  const { jsonrpc, id, method } = isRecord(message) ? message : {};
  const knownId = isId(id) ? id : null;
  const isRequest = jsonrpc === '2.0' && typeof method === 'string' && (isId(id) || id === undefined);
  return isRequest
    ? { id: knownId, code: -32602, message: `Invalid params for ${method.slice(0, 64)}` }
    : { id: knownId, code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' };
}

function isReadable(message: unknown): boolean {
  const parsed = JSONRPCMessageSchema.safeParse(message);
  if (!parsed.success) return false;
  const isIntroduction = 'method' in parsed.data && parsed.data.method === 'initialize';
  return !isIntroduction || InitializeRequestSchema.safeParse(message).success;
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isInteger(id);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
