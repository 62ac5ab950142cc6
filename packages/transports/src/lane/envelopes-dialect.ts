import { type CallOptions, showsForms } from '@cuecard/core';
import { clientIn, envelopeIssues } from '../jsonrpc/client-shape.js';
import { isKeepable } from '../jsonrpc/message-budget.js';
import { isRecord } from '../jsonrpc/message.js';
import { CAPABILITIES_KEY, CLIENT_KEY, REVISION_KEY, SERVER_KEY } from '../jsonrpc/meta-keys.js';
import { NAME_PARAMS } from '../jsonrpc/name-params.js';
import { HEADER_MISMATCH, isPlain } from '../jsonrpc/repeated-values.js';
import { MODERN_REVISION } from '../jsonrpc/revisions.js';
import type { Dialect, LaneRequest } from './dialect.js';
import { Documents, type Spelling } from './documents.js';
import type { Head } from '../edge/head.js';
import { type LaneClient, type LaneQuestion, strangerFrom } from './lane-client.js';
import { type Call, isPlainMeta, readCall } from './read-call.js';
import type { LaneMethod, LaneMethods } from './lane-method.js';
import { textsJson } from './texts-json.js';

export interface EnvelopesOptions {
  /** The members that describe the server in every result. */
  readonly serverInfo: object;
  /** How users are asked. */
  readonly rounds: {
    /** Returns the `elicit` of a request; nothing if it cannot ask. */
    asking(question: LaneQuestion): CallOptions['elicit'];
  };
  /** Answers `server/discover`. */
  readonly discovery: LaneMethod;
}

type Meta = Readonly<Record<string, unknown>>;

/**
 * How many characters of client descriptions are cached, so that repeated ones are recognised. Requests with more than
 * can be cached go to the server.
 */
const MAX_KEPT = 250_000;
/** The minimum cost of a description, for its client object. */
const LEAST_KEPT = 250;

/** A client and its description. */
interface Known {
  readonly info: unknown;
  readonly capabilities: unknown;
  readonly client: LaneClient;
}

/** Self-contained requests, whose headers repeat parts of the body (basic/transports, 2026-07-28). */
export class EnvelopesDialect implements Dialect {
  readonly #options: EnvelopesOptions;
  readonly #documents: Documents;
  readonly #known = new Map<string, LaneClient>();
  #room = MAX_KEPT;
  #latest: Known | undefined;

  constructor(options: EnvelopesOptions) {
    this.#options = options;
    this.#documents = new Documents(envelopeSpelling({ [SERVER_KEY]: options.serverInfo }));
  }

  read(message: unknown, methods: LaneMethods, head?: Head): LaneRequest | undefined {
    if (head !== undefined && !this.#isHead(head)) return undefined;
    const call = readCall(message, methods, this.#options.discovery);
    if (call === undefined) return undefined;
    return head === undefined || isRepeated(call, head) ? this.#open(call, head) : undefined;
  }

  #isHead({ revision, sessionId }: Head): boolean {
    return revision === MODERN_REVISION && sessionId === undefined;
  }

  #open(call: Call, head: Head | undefined): LaneRequest | undefined {
    const envelope = call.params?.['_meta'];
    if (!isRecord(envelope) || envelope[REVISION_KEY] !== MODERN_REVISION) return undefined;
    const meta = this.#own(envelope);
    const from = meta === undefined ? undefined : this.#clientIn(envelope);
    if (from === undefined) return undefined;
    const { id, params, method } = call;
    return { id, params, meta: meta === NONE ? undefined : meta, method, from, head, documents: this.#documents };
  }

  /** The rest of `_meta`; nothing if it requests something. */
  #own(envelope: Meta): Meta | undefined {
    let own: Record<string, unknown> | undefined;
    for (const name in envelope) {
      if (RESERVED.has(name)) continue;
      if (!isPlainMeta(name, envelope[name])) return undefined;
      own ??= {};
      own[name] = envelope[name];
    }
    return own ?? NONE;
  }

  #clientIn(envelope: Meta): LaneClient | undefined {
    const { [CLIENT_KEY]: info, [CAPABILITIES_KEY]: capabilities } = envelope;
    const latest = this.#latest;
    if (latest !== undefined && isSame(latest.info, info) && isSame(latest.capabilities, capabilities))
      return latest.client;
    if (!isKeepable(info) || !isKeepable(capabilities)) return undefined;
    const client = this.#meet(JSON.stringify({ info, capabilities }), envelope);
    if (client !== undefined) this.#latest = { info, capabilities, client };
    return client;
  }

  #meet(key: string, envelope: Meta): LaneClient | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (envelopeIssues(envelope).length > 0) return undefined;
    const client = clientIn(envelope);
    const asking = showsForms(client) ? (question: LaneQuestion) => this.#options.rounds.asking(question) : undefined;
    const made = strangerFrom({ client, asking, cancelsByLeaving: true });
    this.#keep(key, made);
    return made;
  }

  #keep(key: string, client: LaneClient): void {
    const size = Math.max(key.length, LEAST_KEPT);
    if (size > this.#room) {
      this.#known.clear();
      this.#room = MAX_KEPT;
    }
    this.#room -= size;
    this.#known.set(key, client);
  }
}

/** The members of `_meta` that form the envelope; all others belong to the request. */
const RESERVED: ReadonlySet<string> = new Set([REVISION_KEY, CLIENT_KEY, CAPABILITIES_KEY]);

const NONE: Meta = Object.freeze({});

/** Whether the headers match the body. The server handles encoded ones. */
function isRepeated({ method, params }: Call, head: Head): boolean {
  if (head.method !== method.name) return false;
  const nameParam = NAME_PARAMS.get(method.name);
  if (nameParam === undefined) return head.name === undefined;
  return head.name !== undefined && head.name === params?.[nameParam] && isPlain(head.name);
}

/** Whether two JSON values are equal, which is faster than comparing their text; arrays never are. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isRecord(one) || !isRecord(other)) return false;
  for (const name in one) if (!Object.hasOwn(other, name) || !isSame(one[name], other[name])) return false;
  for (const name in other) if (!Object.hasOwn(one, name)) return false;
  return true;
}

/** How answers are written since 2026-07-28. */
export function envelopeSpelling(serverMeta: Meta): Spelling {
  const end = `"resultType":"complete","_meta":${JSON.stringify(serverMeta)}}`;
  const json = (result: object) => {
    if ('_meta' in result || 'resultType' in result) return JSON.stringify(complete(result, serverMeta));
    const members = JSON.stringify(result);
    return members === '{}' ? `{${end}` : `${members.slice(0, -1)},${end}`;
  };
  return {
    resultJson: (result, method) =>
      method.isCacheable ? json(withCacheHints(result)) : (textsJson(result, `,${end}`) ?? json(result)),
    // A missing resource is an invalid parameter (server/resources, "Error Handling").
    codeOf: (code) => (code === -32002 ? -32602 : code),
    // The client lacks a capability (basic, "Error Codes"), or its headers contradict the body.
    statusOf: (code) => (code === -32021 || code === HEADER_MISMATCH ? 400 : 200),
  };
}

function complete(result: object, serverMeta: Meta): object {
  const { _meta: meta } = result as { _meta?: object };
  return { resultType: 'complete', ...result, _meta: { ...serverMeta, ...meta } };
}

/**
 * Complete results may not be cached unless the runtime allows it (basic/utilities/caching). Those with another type,
 * such as questions to the user, have no hints.
 */
function withCacheHints(result: object): object {
  const hasHints = 'ttlMs' in result && 'cacheScope' in result;
  return hasHints || 'resultType' in result ? result : { ...NOT_KEPT, ...result };
}

const NOT_KEPT = { ttlMs: 0, cacheScope: 'private' };
