import { isId, isRecord } from '../jsonrpc/message.js';
import { EMPTY_LISTS } from './empty-lists.js';
import type { LaneMethod, LaneMethods } from './lane-method.js';

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);

/** A single JSON-RPC 2.0 request. */
export interface Call {
  readonly id: string | number;
  readonly method: LaneMethod;
  readonly params: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reads a request whose `_meta` has not been checked; returns nothing if the SDK must handle it.
 * @param own a method that only this dialect has
 */
export function readCall(message: unknown, methods: LaneMethods, own?: LaneMethod): Call | undefined {
  if (!isRecord(message) || !hasOnly(message, MEMBERS) || message['jsonrpc'] !== '2.0') return undefined;
  const { id, params } = message;
  const method = methodOf(message['method'] as string, methods, own);
  if (method === undefined || !isId(id)) return undefined;
  if (!('params' in message)) return { id, method, params: undefined };
  return isRecord(params) && hasOnly(params, PARAMS) ? { id, method, params } : undefined;
}

/** The known parameters of requests. Any other may require more than an answer, such as a task. */
const PARAMS = new Set(['_meta', 'name', 'arguments', 'cursor', 'uri', 'ref', 'argument', 'context']);

/** Trace context. Any other member of `_meta` may request something. */
const META = new Set(['traceparent', 'tracestate', 'baggage']);

/** Whether a member of `_meta` requests nothing. */
export function isPlainMeta(name: string, value: unknown): boolean {
  return META.has(name) && typeof value === 'string';
}

function methodOf(name: string, methods: LaneMethods, own: LaneMethod | undefined): LaneMethod | undefined {
  if (name === own?.name) return own;
  return methods.get(name) ?? EMPTY_LISTS.get(name);
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}
