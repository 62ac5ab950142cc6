import type { Client } from '@cuecard/core';
import { clientIn } from '../jsonrpc/client.js';
import { isKeepable } from '../jsonrpc/message-limits.js';
import { isRecord } from '../jsonrpc/message.js';
import { CAPABILITIES_KEY, CLIENT_KEY, LOG_LEVEL_KEY, REVISION_KEY } from '../jsonrpc/protocol.js';

type Meta = Readonly<Record<string, unknown>>;

/** The description of the sender in the `_meta` of a request, since protocol revision 2026-07-28 (basic, "_meta"). */
export interface Envelope {
  readonly client: Client;
  /** The lowest level of log messages that the request wants. */
  readonly logLevel: unknown;
  /** The other properties of `_meta`. */
  readonly meta: Meta | undefined;
}

/** The maximum number of characters of cached descriptions. */
const MAX_KEPT = 250_000;
/** The minimum size of a description in the cache, which accounts for its client object. */
const MIN_KEPT = 250;

/**
 * Reads envelopes. Returns the same client object for the same description, because other classes cache data by client
 * object.
 */
export class Envelopes {
  readonly #clients = new Map<string, Client>();
  #room = MAX_KEPT;
  #latest: { readonly info: unknown; readonly capabilities: unknown; readonly client: Client } | undefined;

  /** @param meta a valid envelope */
  read(meta: Meta): Envelope {
    return { client: this.#clientIn(meta), logLevel: meta[LOG_LEVEL_KEY], meta: withoutEnvelope(meta) };
  }

  #clientIn(meta: Meta): Client {
    const { [CLIENT_KEY]: info, [CAPABILITIES_KEY]: capabilities } = meta;
    const latest = this.#latest;
    if (latest !== undefined && isSame(latest.info, info) && isSame(latest.capabilities, capabilities))
      return latest.client;
    if (!isKeepable(info) || !isKeepable(capabilities)) return clientIn(meta);
    const client = this.#cached(JSON.stringify({ info, capabilities }), meta);
    this.#latest = { info, capabilities, client };
    return client;
  }

  #cached(key: string, meta: Meta): Client {
    const cached = this.#clients.get(key);
    if (cached !== undefined) return cached;
    const client = clientIn(meta);
    const size = Math.max(key.length, MIN_KEPT);
    if (size > this.#room) {
      this.#clients.clear();
      this.#room = MAX_KEPT;
    }
    this.#room -= size;
    this.#clients.set(key, client);
    return client;
  }
}

const ENVELOPE: ReadonlySet<string> = new Set([REVISION_KEY, CLIENT_KEY, CAPABILITIES_KEY, LOG_LEVEL_KEY]);

function withoutEnvelope(meta: Meta): Meta | undefined {
  let others: Record<string, unknown> | undefined;
  for (const name in meta) {
    if (ENVELOPE.has(name) || name === '__proto__') continue;
    others ??= {};
    others[name] = meta[name];
  }
  return others;
}

/** Whether two JSON values without arrays are equal. This is faster than comparing their JSON. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isRecord(one) || !isRecord(other)) return false;
  for (const name in one) if (!Object.hasOwn(other, name) || !isSame(one[name], other[name])) return false;
  for (const name in other) if (!Object.hasOwn(one, name)) return false;
  return true;
}
