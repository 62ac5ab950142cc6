import type { IncomingMessage } from 'node:http';
import type { Identity } from '../auth/identity.js';
import type { Document } from '../jsonrpc/document.js';
import { background } from '../shared/background.js';
import type { Slot } from '../shared/in-flight.js';
import { MAX_TIMER_MS } from '../shared/limit.js';
import { isRequest, type RequestId } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { BodyLimits } from './body-limits.js';
import type { Head } from './head.js';
import type { HeldBytes, Holding } from './held-bytes.js';
import { callerOf } from './shares.js';

/** What an exchange needs to know of the endpoint. */
export interface ExchangeOptions {
  readonly limits: BodyLimits;
  readonly held: HeldBytes;
}

/** What becomes of the bodies of requests. */
export interface BodyTaker {
  /** Does something on behalf of a request, which may throw: nobody else may suffer from it. */
  attempt(exchange: Exchange, work: () => void): void;
  /** Takes the bytes of a body. */
  read(exchange: Exchange, bytes: Uint8Array): void;
  /** Takes what a framework has made of a body already. */
  parsed(exchange: Exchange, message: unknown): void;
  /** Called when there is a reason not to read a body. */
  refused(exchange: Exchange, why: BodyFault): void;
  /** Called when the client has gone. */
  failed(exchange: Exchange): void;
}

/** The place of a request among what is under way. */
export interface Place {
  readonly slot: Slot;
  /** Whether it has come when there was no room: then it may only end what is under way. */
  readonly isLate: boolean;
}

/** Why the body of a request is not read. */
export type BodyFault = 'too large' | 'too slow' | 'read before' | 'no room';

/** One HTTP request, from its arrival to the end of its answer, however it has come. */
export abstract class Exchange {
  abstract readonly method: string;
  /** The path and the query. */
  abstract readonly url: string;
  abstract readonly head: Head;
  /** Where the request comes from; nothing if that is not known. */
  abstract readonly address: string | undefined;
  /** The request as Node has it, if Node has it. */
  abstract readonly incoming: IncomingMessage | undefined;
  /** What the body holds, once it has been read. */
  message: unknown;
  /** How large the body was, once it has been read here. */
  bodyBytes: number | undefined;
  /** The error responses for invalid members of a batch. */
  refusals: readonly object[] = [];
  /** On whose behalf it is made, once that has been verified. */
  identity: Identity | undefined;
  protected readonly options: ExchangeOptions;
  /** Headers that every answer has. */
  protected headers: readonly (readonly [name: string, value: string])[] = [];
  /** Until when its stream may go on, in milliseconds since 1970. */
  #endsBy = Infinity;
  #holding: Holding | undefined;
  /** How many of its questions wait for people. */
  #questions = 0;
  /** Its place, once it has been let in. */
  place: Place | undefined;

  constructor(options: ExchangeOptions) {
    this.options = options;
  }

  /** Whether its client has the answer, or has gone. */
  abstract get hasEnded(): boolean;
  /** Aborts when its client goes away before it has the answer. */
  abstract get signal(): AbortSignal;
  /** Calls back when it has ended, or at once if it has. */
  abstract onEnd(callback: () => void): void;
  /** Does something in the asynchronous context in which the request came. */
  abstract run(work: () => void): void;
  abstract readBody(taker: BodyTaker): void;
  /** The request without its body, web-standard. */
  abstract toRequest(): Request;
  /** Answers with a document of the lane, unless its client has gone. */
  abstract answer(document: Document, sessionId: string | undefined): void;
  /** Answers with anything else. */
  abstract respond(response: Response): void;
  /** Gives no answer, where none can be given. */
  abstract hangUp(): void;
  /** Gives its place back, at the latest when its client has taken what it was answered with. */
  abstract leave(): void;

  /** What is held for its caller: ask once it is known who that is. */
  get holding(): Holding {
    return (this.#holding ??= this.options.held.for(callerOf(this)));
  }

  /** Heads whatever it is answered with. */
  permit(headers: readonly (readonly [name: string, value: string])[]): void {
    this.headers = headers;
  }

  /** Makes the answer that refuses the request, with its id and a code of its revision. */
  refuse(refusal: Refusal): Response {
    const { status, message, data, headers, id = idOf(this.message) } = refusal;
    const error = { jsonrpc: '2.0', id, error: { code: codeOf(refusal, this.head.revision), message, data } };
    const body = this.refusals.length > 0 ? [...this.refusals, error] : error;
    return Response.json(body, { status, headers: { ...headers } });
  }

  /** Gives its place back: now if its client has left, or when it has the answer. */
  leaveAtEnd(): void {
    this.onEnd(() => this.place?.slot.leave());
  }

  /** Gives its place back now. */
  leaveNow(): void {
    this.place?.slot.leave();
  }

  /** Gives its place to others for as long as a person takes to answer; what it came with is held meanwhile. */
  async lend<T>(answer: Promise<T>): Promise<T> {
    const bytes = this.bodyBytes ?? (Number(this.head.length) || 0);
    if ((this.#questions += 1) === 1) this.holding.add(bytes);
    try {
      return await (this.place?.slot.lend(answer) ?? answer);
    } finally {
      if ((this.#questions -= 1) === 0) this.holding.release(bytes);
    }
  }

  /** Counts work for it that goes on when it has ended, as when its client has left. */
  hold(work: Promise<unknown>, pieces?: number): void {
    this.place?.slot.hold(work, pieces);
  }

  /** Ends a stream that is the answer when the identity expires, unless it is at its end before. */
  endWithIdentity(): void {
    this.#endsBy = (this.identity?.expiresAt ?? Infinity) * 1_000;
  }

  /** Ends the stream that is the answer in time. */
  protected endInTime(stop: () => void): void {
    if (this.#endsBy === Infinity) return;
    const timer = background(setTimeout(stop, Math.min(this.#endsBy - Date.now(), MAX_TIMER_MS)));
    this.onEnd(() => clearTimeout(timer));
  }
}

function idOf(message: unknown): RequestId | undefined {
  return isRequest(message) ? message.id : undefined;
}

/** Since this revision -32000 to -32019 must not be used (basic, "Error Codes"). */
const WITHOUT_SERVER_CODES = '2026-07-28';

const [INVALID_REQUEST, INTERNAL_ERROR, SERVER_ERROR] = [-32600, -32603, -32000];

function codeOf({ code, status }: Refusal, revision = ''): number {
  if (code !== SERVER_ERROR || revision < WITHOUT_SERVER_CODES) return code;
  return status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
}
