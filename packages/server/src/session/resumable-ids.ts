import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Client, Monitor } from '@cuecard/core';
import { clientInInitialize } from '../jsonrpc/client.js';
import type { Message, RequestId } from '../jsonrpc/message.js';
import { limit } from '../shared/limit.js';
import { KEY_ID_LENGTH, keyIdOf, type StateKeyOptions, StateKeys } from '../shared/state-keys.js';

/** The maximum length of an id, because proxies and servers limit the size of headers. */
const MAX_LENGTH = 2_048;

/** The maximum number of remembered ended sessions. */
const MAX_ENDED = 10_000;

/** The contents of an id. */
interface Payload extends Pick<Client, 'revision' | 'name' | 'version' | 'capabilities'> {
  /** Random, so that ids differ. */
  readonly id: string;
  /** When the session was opened, in milliseconds since 1970. */
  readonly at: number;
}

interface ResumableOptions extends StateKeyOptions {
  readonly sessions?: unknown;
  readonly sessionTtlMs?: number;
}

/**
 * Returns the ids of resumable sessions; `undefined` if sessions are not resumable.
 * @throws {TypeError} if the kind of sessions is unknown, or a key is neither bytes nor a string
 * @throws {RangeError} if the time is invalid, or a key is shorter than 32 bytes
 */
export function resumableIds(
  { sessions = true, sessionTtlMs = A_DAY_MS, ...keyOptions }: ResumableOptions,
  monitor: Pick<Monitor, 'warnOnce'>,
): ResumableIds | undefined {
  const keys = new StateKeys(keyOptions, monitor);
  const ttlMs = limit('sessionTtlMs', sessionTtlMs, { max: A_DAY_MS });
  if (typeof sessions === 'boolean') return undefined;
  if (sessions !== 'resumable') throw new TypeError(`sessions is ${String(sessions)}: use true, false or 'resumable'`);
  if (keys.areRandom) monitor.warnOnce(NOT_RESUMABLE);
  return new ResumableIds(keys, ttlMs);
}

const A_DAY_MS = 24 * 60 * 60_000;

const NOT_RESUMABLE =
  "sessions is 'resumable', but without stateKeys a session cannot be restored in another process or after a restart: set the same stateKeys in all processes";

type InitializeRequest = Message & { readonly id: RequestId };

/**
 * Session ids from which any process with the same keys can restore the session. They contain the client in
 * `initialize`, signed together with the principal. Clients can read an id, but can neither change it nor use the id of
 * a different principal. All characters are visible ASCII (basic/transports, "Session Management").
 */
export class ResumableIds {
  readonly #keys: StateKeys;
  readonly #ttlMs: number;
  /** The random parts of the ids of sessions that ended in this process, the earliest first. */
  readonly #ended = new Set<string>();

  constructor(keys: StateKeys, ttlMs: number) {
    this.#keys = keys;
    this.#ttlMs = ttlMs;
  }

  /** Returns the id of a new session; `undefined` if it would be too long for a header. */
  create(initialize: Message, principal: string | undefined): string | undefined {
    const [key] = this.#keys.forPurpose(PURPOSE);
    const payload: Payload = {
      id: randomBytes(16).toString('base64url'),
      at: Date.now(),
      ...clientInInitialize(initialize),
    };
    const text = keyIdOf(key) + Buffer.from(JSON.stringify(payload)).toString('base64url');
    const id = `${text}.${signatureOf(text, principal, key)}`;
    return id.length > MAX_LENGTH ? undefined : id;
  }

  /**
   * Returns the `initialize` request of the session with this id; `undefined` if the id is not signed for this
   * principal, is too old, or belongs to an ended session.
   */
  read(id: string, principal: string | undefined): InitializeRequest | undefined {
    const payload = this.#verify(id, principal);
    if (payload === undefined || Date.now() - payload.at >= this.#ttlMs || this.#ended.has(payload.id))
      return undefined;
    const { revision: protocolVersion, name, version, capabilities } = payload;
    const params = { protocolVersion, capabilities, clientInfo: { name, version } };
    return { jsonrpc: '2.0', id: REPLAYED, method: 'initialize', params };
  }

  /** Remembers that the client has ended a session of this process. */
  end(id: string): void {
    const [text = '', signature] = id.split('.');
    if (signature === undefined) return; // The id was too long to be resumable.
    this.#ended.add(payloadIn(text).id);
    for (const oldest of this.#ended) {
      if (this.#ended.size <= MAX_ENDED) break;
      this.#ended.delete(oldest);
    }
  }

  #verify(id: string, principal: string | undefined): Payload | undefined {
    if (id.length > MAX_LENGTH || !SIGNED.test(id)) return undefined;
    const [text = '', signature = ''] = id.split('.');
    const key = this.#keys.find(PURPOSE, text.slice(0, KEY_ID_LENGTH), 'session id');
    if (key === undefined) return undefined;
    const expected = signatureOf(text, principal, key);
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? payloadIn(text) : undefined;
  }
}

const PURPOSE = 'session ids';

/** Formats an id: the id of the key and the payload, then the signature. */
const SIGNED = /^[\w-]{9,}\.[\w-]{43}$/;

/** The id of the `initialize` request that restores a session. No client receives the response. */
const REPLAYED = 'cuecard/replayed';

/**
 * Signs the encoded text. A signature of the bytes would give a session several ids, because several base64url strings
 * encode the same bytes.
 */
function signatureOf(text: string, principal: string | undefined, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([text, principal ?? null]))
    .digest('base64url');
}

/** Trusts the type, because the signature proves that this is a payload. */
function payloadIn(text: string): Payload {
  return JSON.parse(Buffer.from(text.slice(KEY_ID_LENGTH), 'base64url').toString()) as Payload;
}
