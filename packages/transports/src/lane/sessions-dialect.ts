import { isRecord } from '../jsonrpc/message.js';
import type { Dialect, LaneRequest } from './dialect.js';
import { Documents } from './documents.js';
import type { Head } from '../edge/head.js';
import { isPlainMeta, readCall } from './read-call.js';
import type { LaneMethods } from './lane-method.js';

/** The revisions with sessions, 2024-11-05 to 2025-11-25. */
export class SessionsDialect implements Dialect {
  readonly #documents = new Documents();

  read(message: unknown, methods: LaneMethods, head?: Head): LaneRequest | undefined {
    if (head?.method !== undefined || head?.name !== undefined) return undefined; // Headers of a later revision.
    const call = readCall(message, methods);
    if (call === undefined) return undefined;
    const { id, params } = call;
    const meta = params?.['_meta'];
    return isPlain(meta) ? { id, params, meta, method: call.method, documents: this.#documents } : undefined;
  }
}

function isPlain(meta: unknown): meta is LaneRequest['meta'] {
  if (meta === undefined) return true;
  if (!isRecord(meta)) return false;
  for (const name in meta) if (!isPlainMeta(name, meta[name])) return false;
  return true;
}
