import { type CallOptions, type Client, supportsElicitation } from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import { headerCheckFor, type Head } from '../edge/head.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import type { Document } from '../jsonrpc/answer.js';
import { LOG_LEVELS } from '../jsonrpc/protocol.js';
import type { Message, RequestId } from '../jsonrpc/message.js';
import { SILENT_CLIENT, anonymousClient } from '../jsonrpc/client.js';
import type { Documents } from './documents.js';
import { CallSignal } from './call-signal.js';
import { digestOf } from '../rounds/request-state.js';
import { ASKING_METHODS, Round } from '../rounds/rounds.js';
import type { Envelope } from './envelopes.js';
import type { Method, MethodCall, MethodPeer } from './methods.js';
import type { PendingElicitations } from './pending-elicitations.js';

/** The connection to the client of a call, for messages before its response. */
export interface Channel {
  /** The caller. */
  readonly identity: Identity | undefined;
  /** The headers of the HTTP request. */
  readonly head?: Head | undefined;
  /** Whether requests describe their sender, as they do since protocol revision 2026-07-28. */
  readonly isEnveloped: boolean;
  /** Whether messages before the response reach the client. */
  readonly isOpen: boolean;
  /** Whether the client would receive an elicitation now. */
  readonly isAwaited: boolean;
  /** Sends a message about the call. */
  send(message: Message): void;
  /** Calls back when the client disconnects, if that cancels the call. */
  onDisconnect(cancel: () => void): void;
  /** Frees the slot of the call while a user answers. */
  releaseWhile<T>(answer: Promise<T>): Promise<T>;
  /** Counts work that continues after the call. */
  hold(work: Promise<unknown>): void;
}

/** The sender of a call. */
export interface CallPeer extends MethodPeer {
  readonly sessionId: string | undefined;
  /** The caller to use if the channel does not know the caller. */
  readonly auth: CallOptions['auth'];
  /** The key under which the client's subscriptions count. */
  readonly caller: string;
  /** Counts the bytes held for the sender. */
  readonly holding: CallerBudget | undefined;
  /** Whether the server can send elicitation requests. */
  readonly asks: boolean;
  readonly questions: PendingElicitations;
  /** Called when a call is over. */
  forget(call: Call): void;
}

interface CallContent {
  readonly id: RequestId;
  readonly method: Method;
  readonly params: Message['params'];
  /** The envelope; `undefined` up to protocol revision 2025-11-25. */
  readonly envelope: Envelope | undefined;
}

/** A request in progress, from the arrival of its message to its response. */
export class Call implements MethodCall {
  readonly peer: CallPeer;
  readonly id: RequestId;
  readonly method: Method;
  readonly client: Client;
  readonly meta: CallOptions['meta'];
  /** Resolves to the response, or to `undefined` if the client has cancelled the call. Never rejects. */
  readonly answered: Promise<Document | undefined>;
  readonly #envelope: Envelope | undefined;
  readonly #channel: Channel;
  readonly #signal = new CallSignal(this);
  #params: Message['params'];
  #answer: (document: Document | undefined) => void = () => {};
  #isOver = false;
  /** The current round of elicitations, since protocol revision 2026-07-28. */
  #round: Round | undefined;

  constructor(peer: CallPeer, { id, method, params, envelope }: CallContent, channel: Channel) {
    this.peer = peer;
    this.id = id;
    this.method = method;
    this.#params = params;
    this.#envelope = envelope;
    this.#channel = channel;
    this.client =
      envelope?.client ??
      peer.client ??
      anonymousClient(channel.head?.revision, channel.head?.userAgent) ??
      SILENT_CLIENT;
    this.meta = envelope === undefined ? (params?.['_meta'] as CallOptions['meta']) : envelope.meta;
    this.answered = new Promise((resolve) => (this.#answer = resolve));
  }

  get signal(): AbortSignal {
    return this.#signal.signal;
  }

  get requestId(): RequestId {
    return this.id;
  }

  get sessionId(): string | undefined {
    return this.peer.sessionId;
  }

  get auth(): CallOptions['auth'] {
    return this.#channel.identity ?? this.peer.auth;
  }

  get progress(): CallOptions['progress'] {
    const token = this.meta?.['progressToken'];
    if (!this.#channel.isOpen || (typeof token !== 'string' && typeof token !== 'number')) return undefined;
    return progressTo(token, (params) => void this.#notify('notifications/progress', params));
  }

  get log(): CallOptions['log'] {
    const minLevel = this.#channel.isOpen ? this.#minLevel() : -1;
    if (minLevel === -1) return undefined;
    return (level, message, data) => {
      if (LOG_LEVELS.indexOf(level) < minLevel) return;
      this.#notify('notifications/message', { level, data: data === undefined ? message : { message, ...data } });
    };
  }

  get elicit(): CallOptions['elicit'] {
    if (!supportsElicitation(this.client)) return undefined;
    if (this.#envelope === undefined)
      return this.peer.asks ? (form, { signal }) => this.peer.questions.ask(this, form, signal) : undefined;
    return ASKING_METHODS.has(this.method.name)
      ? (form, options) => this.#currentRound().elicit(form, options)
      : undefined;
  }

  get checkHeaders(): CallOptions['checkHeaders'] {
    return this.#envelope === undefined ? undefined : headerCheckFor(this.#channel.head);
  }

  get onOverrun(): CallOptions['onOverrun'] {
    return (work) => this.#channel.hold(work);
  }

  /** Calls the method. */
  async run(): Promise<void> {
    let document: Document;
    try {
      document = this.#documents.result(this, await this.#result());
    } catch (error) {
      document = this.#documents.error(this.id, error);
    }
    this.#end(document);
  }

  /** Ends the call without a response (basic/utilities/cancellation). */
  cancel(reason?: string): void {
    this.#signal.abort(reason); // Withdraws the call's elicitations while the connection is still open.
    this.#end(undefined);
  }

  get isAwaited(): boolean {
    return !this.#isOver && this.#channel.isAwaited;
  }

  send(message: Message): void {
    if (!this.#isOver) this.#channel.send(message);
  }

  /** Called when the signal gets its first listener. */
  wait(): void {
    if (!this.#isOver) this.#channel.onDisconnect(() => this.cancel());
  }

  releaseWhile<T>(answer: Promise<T>): Promise<T> {
    return this.#channel.releaseWhile(answer);
  }

  /** Sends notifications of changes until the call is cancelled or the server closes (basic/patterns/subscriptions). */
  listen(params: Message['params']): Promise<object> {
    this.#params = undefined; // Drops the params, which may be large, because the call may last for days.
    return this.peer.service.listeners.listen(this, params);
  }

  get #documents(): Documents {
    const { service } = this.peer;
    return this.#envelope === undefined ? service.sessionDocuments : service.envelopeDocuments;
  }

  #result(): Promise<object> {
    const isAsking = this.#envelope !== undefined && ASKING_METHODS.has(this.method.name);
    return isAsking ? this.#resultOrQuestions() : this.method.answer(this.#params, this);
  }

  /** Resolves to the result, or to the elicitations of a round. */
  async #resultOrQuestions(): Promise<object> {
    const params = this.#params;
    if (params !== undefined && ('requestState' in params || 'inputResponses' in params))
      this.#round = await Round.begin(this.#about(), params, this.peer.service.requestState);
    try {
      const result = await this.method.answer(params, this);
      return this.#round?.isAsking === true ? this.#round.ask() : result;
    } catch (error) {
      if (this.#round?.isAsking === true) return this.#round.ask();
      throw error;
    }
  }

  /** Returns the current round, or starts the first one. */
  #currentRound(): Round {
    return (this.#round ??= Round.first(this.#about(), this.peer.service.requestState));
  }

  /** Returns the digest of the request, which binds the user's answers to it. */
  #about(): string {
    return digestOf({ method: this.method.name, params: this.#params, auth: this.auth });
  }

  #end(document: Document | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.peer.forget(this);
    this.#answer(document);
  }

  #notify(method: string, params: Message['params']): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  #minLevel(): number {
    if (this.#envelope !== undefined)
      return this.peer.service.logging ? LOG_LEVELS.indexOf(this.#envelope.logLevel) : -1;
    return this.peer.hasLog ? this.peer.logLevel : -1;
  }
}

type ProgressParams = {
  readonly progressToken: RequestId;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
};

/**
 * Reports the progress of a request. Omits values that do not increase, as the specification requires
 * (basic/utilities/progress).
 * @param send sends the params of `notifications/progress`
 */
export function progressTo(
  progressToken: RequestId,
  send: (params: ProgressParams) => void,
): (progress: number, total?: number, message?: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress, total, message) => {
    if (!Number.isFinite(progress) || progress <= last) return;
    last = progress;
    const finite = total !== undefined && Number.isFinite(total) ? { total } : {};
    send({ progressToken, progress, ...finite, ...(message !== undefined && { message }) });
  };
}
