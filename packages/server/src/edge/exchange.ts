import type { IncomingMessage } from 'node:http';
import type { Monitor } from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import { type Document, JSON_HEADERS, type Refusal, isRefusal } from '../jsonrpc/answer.js';
import { background } from '../shared/timers.js';
import type { Slot } from '../shared/in-flight.js';
import { MAX_TIMER_MS } from '../shared/limit.js';
import { isListen, isRequest, type RequestId } from '../jsonrpc/message.js';
import type { BodyResult, BodyLimits } from './body.js';
import type { Head } from './head.js';
import type { HeldBytes, CallerBudget } from './held-bytes.js';
import { STREAM_BYTES, weightOf } from '../jsonrpc/message-size.js';
import { callerOf } from './shares.js';
import type { TrustedProxies } from './trusted-proxies.js';

/** The parts of the endpoint that an exchange uses. */
export interface ExchangeOptions {
  readonly limits: BodyLimits;
  readonly held: HeldBytes;
  readonly proxies: TrustedProxies;
  readonly monitor: Pick<Monitor, 'exceeded'> | undefined;
  /** The metadata that shows clients where to get a token. */
  readonly bearer:
    | { readonly resource: { readonly metadataUrl: string }; readonly scopes: readonly string[] }
    | undefined;
}

/** The slot of a request. */
export interface AdmissionSlot {
  readonly slot: Slot;
  /** Whether the request arrived above the limit. It may then only end pending requests. */
  readonly isLate: boolean;
}

/** One HTTP request, from its arrival to the end of its response, on any platform. */
export abstract class Exchange {
  abstract readonly method: string;
  /** The path and the query. */
  abstract readonly url: string;
  abstract readonly head: Head;
  /** The address of the connection, if it is known. */
  protected abstract readonly remoteAddress: string | undefined;
  /** Node's request, if it came through Node. */
  abstract readonly incoming: IncomingMessage | undefined;
  /** The parsed body, once it is read. */
  message: unknown;
  /** The error responses for invalid members of a batch. */
  refusals: readonly object[] = [];
  /** The caller, once it is verified. */
  identity: Identity | undefined;
  protected readonly options: ExchangeOptions;
  /** Headers of every response. */
  protected headers: readonly (readonly [name: string, value: string])[] = [];
  /** The time when the exchange's stream has to end, in milliseconds since 1970. */
  #endsBy = Infinity;
  #holding: CallerBudget | undefined;
  /** The bytes that count for its caller while work is in progress. */
  #keptBytes = 0;
  /**
   * The number of pending pieces of work: the exchange itself until it releases its slot, and work that continues
   * afterwards.
   */
  #works = 1;
  #hasReleasedSlot = false;
  /** The session that answers the request. */
  sessionId: string | undefined;
  /** The slot of the request, once it is admitted. */
  admission: AdmissionSlot | undefined;

  constructor(options: ExchangeOptions) {
    this.options = options;
  }

  /** Whether its client has received the response or disconnected. */
  abstract get hasEnded(): boolean;
  /** Calls back when the exchange ends, or immediately if it has ended. */
  abstract onEnd(callback: () => void): void;
  abstract readBody(): Promise<BodyResult> | BodyResult;
  /** The request without its body, web-standard. */
  abstract toRequest(): Request;
  /** Ends the exchange without a response. */
  abstract disconnect(): void;

  /** The address of the caller, also behind trusted proxies, if it is known. */
  get address(): string | undefined {
    return this.options.proxies.clientOf(this.remoteAddress, this.head.forwardedFor);
  }

  /** The bytes held for the caller, who must be known. */
  get holding(): CallerBudget {
    return (this.#holding ??= this.options.held.for(callerOf(this)));
  }

  /** Counts bytes that outlive the exchange, for the caller. */
  createHolding(): CallerBudget {
    return this.options.held.for(callerOf(this));
  }

  /** Adds headers to the response. */
  permit(headers: readonly (readonly [name: string, value: string])[]): void {
    this.headers = headers;
  }

  /**
   * Returns the JSON response. A refusal gets the request's id, and an error code that the request's protocol revision
   * allows.
   */
  protected documentOf(answer: Document | Refusal): Document {
    const document = isRefusal(answer) ? this.#documentOfRefusal(answer) : answer;
    return document.status === 403 ? this.#withMetadataUrl(document) : document;
  }

  #documentOfRefusal({ status, code, message, data, headers, limit, id = idOf(this.message) }: Refusal): Document {
    if (limit !== undefined) this.options.monitor?.exceeded(limit);
    const known = status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
    const error = { code: isKnown(code, this.head.revision) ? code : known, message, data };
    const refusal = { jsonrpc: '2.0', id, error };
    const text = JSON.stringify(this.refusals.length > 0 ? [...this.refusals, refusal] : refusal);
    return { status, text, headers: { ...JSON_HEADERS, ...headers } };
  }

  /**
   * Adds the metadata URL to a challenge (RFC 9728, section 5.1), and the scopes that every request needs, because the
   * next token also needs these (basic/authorization, "Scope Challenge Handling").
   */
  #withMetadataUrl(document: Document): Document {
    const { bearer } = this.options;
    const challenge = document.headers?.['www-authenticate'];
    if (bearer === undefined || challenge === undefined || challenge.includes('resource_metadata=')) return document;
    const whole = challenge.replace(/scope="([^"]*)"/, (_, needed: string) => {
      return `scope="${[...new Set([...bearer.scopes, ...needed.split(' ')])].join(' ')}"`;
    });
    const header = `${whole}, resource_metadata="${bearer.resource.metadataUrl}"`;
    return { ...document, headers: { ...document.headers, 'www-authenticate': header } };
  }

  /** The header with the session id. */
  get sessionHeader(): Readonly<Record<string, string>> {
    return this.sessionId === undefined ? NO_HEADERS : { 'mcp-session-id': this.sessionId };
  }

  /**
   * Counts the response's stream. It counts as a stream if it continues until the client ends it, otherwise as work.
   */
  begin(): void {
    if (this.method !== 'GET' && !isListen(this.message)) return this.onEnd(() => this.releaseSlot());
    this.message = undefined; // Drops the message, which may be large and is no longer needed.
    this.releaseSlot();
    this.holding.add(STREAM_BYTES);
    this.onEnd(() => this.holding.release(STREAM_BYTES));
    const ownEndMs = this.method === 'GET' ? 0 : 1_000; // A listening POST ends itself first.
    this.#endsBy = (this.identity?.expiresAt ?? Infinity) * 1_000 + ownEndMs;
  }

  /** Releases the slot of the request now. */
  releaseSlot(): void {
    this.admission?.slot.leave();
    if (!this.#hasReleasedSlot) this.#endWork();
    this.#hasReleasedSlot = true;
  }

  /** Counts bytes for the caller until all work of the request has ended. */
  keepBytes(bytes: number): void {
    this.#keptBytes += bytes;
    if (this.#works > 0) this.holding.add(bytes);
  }

  /** Frees the slot while a user answers. During this time the open stream counts instead, and then the answer. */
  async releaseWhile<T>(answer: Promise<T>): Promise<T> {
    this.holding.add(STREAM_BYTES);
    try {
      const received = await (this.admission?.slot.releaseWhile(answer) ?? answer);
      this.keepBytes(weightOf(received, 2));
      return received;
    } finally {
      this.holding.release(STREAM_BYTES);
    }
  }

  /** Counts work that continues after the exchange, for example if its client has disconnected. */
  hold(work: Promise<unknown>, pieces?: number): void {
    this.admission?.slot.hold(work, pieces);
    this.#works += 1;
    if (this.#works === 1) this.#count(this.#keptBytes);
    void Promise.allSettled([work]).then(() => this.#endWork());
  }

  #endWork(): void {
    this.#works -= 1;
    if (this.#works === 0) this.#count(-this.#keptBytes);
  }

  #count(bytes: number): void {
    if (bytes !== 0) this.holding.add(bytes);
  }

  /** Ends the event stream of an identity that expires. */
  protected endAtExpiry(stop: () => void): void {
    if (this.#endsBy === Infinity) return;
    const timer = background(setTimeout(stop, Math.min(this.#endsBy - Date.now(), MAX_TIMER_MS)));
    this.onEnd(() => clearTimeout(timer));
  }
}

const NO_HEADERS = {};

function idOf(message: unknown): RequestId | undefined {
  return isRequest(message) ? message.id : undefined;
}

/** The first protocol revision that forbids the codes -32000 to -32019 (basic, "Error Codes"). */
const FIRST_WITHOUT_SERVER_CODES = '2026-07-28';

const [INVALID_REQUEST, INTERNAL_ERROR, SERVER_ERROR] = [-32600, -32603, -32000];

function isKnown(code: number, revision = ''): boolean {
  return code !== SERVER_ERROR || revision < FIRST_WITHOUT_SERVER_CODES;
}
