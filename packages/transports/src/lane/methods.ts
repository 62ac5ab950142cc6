import { isRecord } from '../jsonrpc/message.js';

type Test = (value: unknown) => boolean;

/** A method whose requests the lane can answer. */
export interface LaneMethod {
  readonly name: string;
  /** What its parameters may be, by name; `_meta` goes without saying. */
  readonly params: Readonly<Record<string, Test>>;
  /** Whether it may come without any. */
  readonly isBare?: boolean;
  /** Whether the same frozen result answers many requests. */
  readonly isKept?: boolean;
  /** Whether clients may keep its results for a while, since 2026-07-28 (basic/utilities/caching). */
  readonly isCacheable?: boolean;
  /** Which parameter the header `mcp-name` repeats, since 2026-07-28. */
  readonly nameParam?: string;
}

const isText: Test = (value) => typeof value === 'string';
const isTextOrNothing: Test = (value) => value === undefined || isText(value);
const isRecordOrNothing: Test = (value) => value === undefined || isRecord(value);

const ALL: readonly LaneMethod[] = [
  {
    name: 'prompts/list',
    params: { cursor: isTextOrNothing },
    isBare: true,
    isKept: true,
    isCacheable: true,
  },
  {
    name: 'prompts/get',
    params: { name: isText, arguments: isRecordOrNothing },
    nameParam: 'name',
  },
  {
    name: 'completion/complete',
    params: { ref: isRecord, argument: isRecord, context: isRecordOrNothing },
  },
  {
    name: 'resources/list',
    params: { cursor: isTextOrNothing },
    isBare: true,
    isCacheable: true,
  },
  { name: 'resources/read', params: { uri: isText }, isCacheable: true, nameParam: 'uri' },
];

/** By name. */
const METHODS: ReadonlyMap<unknown, LaneMethod> = new Map(ALL.map((method) => [method.name, method]));

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);

/** A single request, as JSON-RPC 2.0 has it. */
export interface Call {
  readonly id: string | number;
  readonly method: LaneMethod;
  readonly params: Readonly<Record<string, unknown>> | undefined;
}

/** Reads a request of which only `_meta` has not been looked at; nothing when it is for the server to judge. */
export function readCall(message: unknown): Call | undefined {
  if (!isRecord(message) || !hasOnly(message, MEMBERS) || message['jsonrpc'] !== '2.0') return undefined;
  const { id, params } = message;
  const method = METHODS.get(message['method']);
  if (method === undefined || !isId(id)) return undefined;
  if (!('params' in message)) return method.isBare === true ? { id, method, params: undefined } : undefined;
  return isRecord(params) && fits(params, method) ? { id, method, params } : undefined;
}

/** Trace context; everything else in `_meta` may ask for something. */
const META = new Set(['traceparent', 'tracestate', 'baggage']);

/** Whether a member of `_meta` asks for nothing. */
export function isPlainMeta(name: string, value: unknown): boolean {
  return META.has(name) && typeof value === 'string';
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

function fits(params: Readonly<Record<string, unknown>>, method: LaneMethod): boolean {
  for (const name in params) if (name !== '_meta' && !Object.hasOwn(method.params, name)) return false;
  for (const name in method.params) if (method.params[name]?.(params[name]) === false) return false;
  return true;
}
