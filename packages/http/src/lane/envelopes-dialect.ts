import type { Dialect, LaneRequest } from './dialect.js';
import { Documents, type Spelling } from './documents.js';
import type { Head } from './head.js';
import { strangerFrom } from './lane-clients.js';
import type { LaneClient } from './lane-client.js';
import { type Call, isObject, isPlainMeta, readCall } from './methods.js';

/** What an adapter knows of the revision whose requests say themselves who sends them, 2026-07-28. */
export interface Envelopes {
  readonly revision: string;
  /** The members of `_meta` that make the envelope; all others are the request's own. */
  readonly keys: { readonly revision: string; readonly info: string; readonly capabilities: string };
  /** What every result says of the server, in its `_meta`. */
  readonly serverMeta: Readonly<Record<string, unknown>>;
  /** The client that an envelope names; nothing when the envelope is not valid. */
  clientIn(meta: Meta): Pick<LaneClient, 'client' | 'asking'> | undefined;
}

type Meta = Readonly<Record<string, unknown>>;

/** How many clients are known again by what they say of themselves: they say the same in every request. */
const MOST_KNOWN = 1_000;

/** Requests that stand on their own, and repeat in their headers what they ask for (basic/transports, 2026-07-28). */
export class EnvelopesDialect implements Dialect {
  readonly #envelopes: Envelopes;
  readonly #documents: Documents;
  readonly #reserved: ReadonlySet<string>;
  readonly #known = new Map<string, LaneClient>();

  constructor(envelopes: Envelopes) {
    this.#envelopes = envelopes;
    this.#documents = new Documents(spellingOf(envelopes));
    this.#reserved = new Set(Object.values(envelopes.keys));
  }

  read(message: unknown, head: Head): LaneRequest | undefined {
    if (head.revision !== this.#envelopes.revision || head.sessionId !== undefined) return undefined;
    const call = readCall(message);
    return call && isRepeated(call, head) ? this.#open(call) : undefined;
  }

  #open(call: Call): LaneRequest | undefined {
    const envelope = call.params?.['_meta'];
    const { keys, revision } = this.#envelopes;
    if (!isObject(envelope) || envelope[keys.revision] !== revision) return undefined;
    const meta = this.#own(envelope);
    const from = meta === undefined ? undefined : this.#clientIn(envelope);
    if (from === undefined) return undefined;
    const { id, params, method } = call;
    return { id, params, meta: meta === NONE ? undefined : meta, method, from, documents: this.#documents };
  }

  /** What is in `_meta` besides the envelope; nothing when it asks for something. */
  #own(envelope: Meta): Meta | undefined {
    let own: Record<string, unknown> | undefined;
    for (const name in envelope) {
      if (this.#reserved.has(name)) continue;
      if (!isPlainMeta(name, envelope[name])) return undefined;
      own ??= {};
      own[name] = envelope[name];
    }
    return own ?? NONE;
  }

  #clientIn(envelope: Meta): LaneClient | undefined {
    const { info, capabilities } = this.#envelopes.keys;
    const key = JSON.stringify({ info: envelope[info], capabilities: envelope[capabilities] });
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const named = this.#envelopes.clientIn(envelope);
    if (named === undefined) return undefined;
    const client = strangerFrom(named);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, client);
    return client;
  }
}

const NONE: Meta = Object.freeze({});

/** Whether the headers say what the body does. One that is encoded is for the server to read. */
function isRepeated({ method, params }: Call, head: Head): boolean {
  if (head.method !== method.name) return false;
  if (method.nameParam === undefined) return head.name === undefined;
  return head.name === params?.[method.nameParam] && !head.name?.startsWith('=?');
}

function spellingOf({ serverMeta }: Envelopes): Spelling {
  const end = `"resultType":"complete","_meta":${JSON.stringify(serverMeta)}}`;
  return {
    resultJson(result, method) {
      const cached = method.isCacheable === true ? withCacheHints(result) : result;
      if ('_meta' in cached || 'resultType' in cached) return JSON.stringify(complete(cached, serverMeta));
      const json = JSON.stringify(cached);
      return json === '{}' ? `{${end}` : `${json.slice(0, -1)},${end}`;
    },
    // What is not there is an invalid parameter (server/resources, "Error Handling").
    codeOf: (code) => (code === -32002 ? -32602 : code),
    // The client cannot do what it would have to (basic, "Error Codes").
    statusOf: (code) => (code === -32021 ? 400 : 200),
  };
}

function complete(result: object, serverMeta: Meta): object {
  const { _meta: meta } = result as { _meta?: object };
  return { resultType: 'complete', ...result, _meta: { ...serverMeta, ...meta } };
}

/** Nothing may be kept, unless the runtime says otherwise (basic/utilities/caching). */
function withCacheHints(result: object): object {
  return 'ttlMs' in result && 'cacheScope' in result ? result : { ...NOT_KEPT, ...result };
}

const NOT_KEPT = { ttlMs: 0, cacheScope: 'private' };
