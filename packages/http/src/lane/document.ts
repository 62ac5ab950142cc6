import type { LaneRequest } from './dialect.js';

/** What a result is sent as, where many requests are answered with the same: it is frozen, and kept by whoever made it. */
const kept = new WeakMap<object, Kept>();

interface Kept {
  readonly text: string;
  readonly bytes: number;
}

/** A JSON-RPC answer as JSON, and how many bytes that is. */
export interface Document {
  readonly text: string;
  readonly length: number;
}

export function resultDocument({ id, method }: Pick<LaneRequest, 'id' | 'method'>, result: object): Document {
  const { text, bytes } = method.isKept === true && Object.isFrozen(result) ? keep(result) : head(result);
  const end = `${JSON.stringify(id)}}`;
  return { text: text + end, length: bytes + Buffer.byteLength(end) };
}

/** An error as both official SDKs send it: its integer `code`, its `message` and its `data`. */
export function errorDocument(id: string | number, error: unknown): Document {
  const { code, message, data } = (error ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
  const told = {
    code: Number.isSafeInteger(code) ? code : INTERNAL_ERROR,
    message: message ?? 'Internal error',
    ...(data !== undefined && { data }),
  };
  const text = JSON.stringify({ jsonrpc: '2.0', id, error: told });
  return { text, length: Buffer.byteLength(text) };
}

const INTERNAL_ERROR = -32603;

function keep(result: object): Kept {
  const known = kept.get(result);
  if (known !== undefined) return known;
  const made = head(result);
  kept.set(result, made);
  return made;
}

/** All but the id, which comes last, as in the answers of the SDKs. */
function head(result: object): Kept {
  const text = `{"result":${JSON.stringify(result)},"jsonrpc":"2.0","id":`;
  return { text, bytes: Buffer.byteLength(text) };
}
