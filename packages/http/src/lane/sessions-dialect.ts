import type { Dialect, LaneMethod, LaneRequest } from './dialect.js';
import type { LaneResources } from './lane-server.js';

type Test = (value: unknown) => boolean;

interface Method extends LaneMethod {
  /** What its parameters may be, by name; `_meta` goes without saying. */
  readonly params: Readonly<Record<string, Test>>;
  /** Whether it may come without any. */
  readonly isBare?: boolean;
}

const isText: Test = (value) => typeof value === 'string';
const isTextOrNothing: Test = (value) => value === undefined || isText(value);
const isObjectOrNothing: Test = (value) => value === undefined || isObject(value);

const METHODS = new Map<unknown, Method>([
  [
    'prompts/list',
    {
      ask: (runtime, params, context) => runtime.list(params, context),
      params: { cursor: isTextOrNothing },
      isBare: true,
      isKept: true,
    },
  ],
  [
    'prompts/get',
    {
      ask: (runtime, params, context) => runtime.get(params, context),
      params: { name: isText, arguments: isObjectOrNothing },
    },
  ],
  [
    'completion/complete',
    {
      ask: (runtime, params, context) => runtime.complete(params, context),
      params: { ref: isObject, argument: isObject, context: isObjectOrNothing },
    },
  ],
  ['resources/list', { ask: ofResources('list'), params: { cursor: isTextOrNothing }, isBare: true }],
  ['resources/read', { ask: ofResources('read'), params: { uri: isText } }],
]);

/** Trace context; everything else in `_meta` may ask for something. */
const META = new Set(['traceparent', 'tracestate', 'baggage']);

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);

/** The revisions that know sessions, 2024-11-05 to 2025-11-25: single requests, as JSON-RPC 2.0 has them. */
export const SESSIONS_DIALECT: Dialect = {
  read(message) {
    if (!isObject(message) || !hasOnly(message, MEMBERS) || message['jsonrpc'] !== '2.0') return undefined;
    const method = METHODS.get(message['method']);
    return method && isId(message['id']) ? withParams(message, message['id'], method) : undefined;
  },
};

function withParams(message: object, id: string | number, method: Method): LaneRequest | undefined {
  if (!('params' in message)) return method.isBare ? { id, params: undefined, meta: undefined, method } : undefined;
  const { params } = message;
  if (!isObject(params) || !fits(params, method)) return undefined;
  const { _meta: meta } = params;
  return isPlainMeta(meta) ? { id, params, meta, method } : undefined;
}

function ofResources(name: keyof LaneResources): LaneMethod['ask'] {
  return ({ resources }, params, context) => resources?.[name](params, context);
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

function fits(params: Readonly<Record<string, unknown>>, method: Method): boolean {
  for (const name in params) if (name !== '_meta' && !Object.hasOwn(method.params, name)) return false;
  for (const name in method.params) if (method.params[name]?.(params[name]) === false) return false;
  return true;
}

function isPlainMeta(meta: unknown): meta is LaneRequest['meta'] {
  if (meta === undefined) return true;
  return isObject(meta) && hasOnly(meta, META) && Object.values(meta).every((value) => typeof value === 'string');
}
