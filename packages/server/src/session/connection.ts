import type { Identity } from '../auth/identity.js';
import { ACCEPTED, type Answer } from '../jsonrpc/answer.js';
import type { Exchange } from '../edge/exchange.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import { weightOf } from '../jsonrpc/message-size.js';
import { clientInInitialize } from '../jsonrpc/client.js';
import { isInitialize, isRequest, type Message, messagesIn } from '../jsonrpc/message.js';
import { Peer } from '../peer/peer.js';
import type { Service } from '../peer/service.js';
import { initializeRefusal, httpRefusal, UNKNOWN_EVENT, duplicateIdRefusal } from './http-checks.js';
import { Reply, type ResponseMode } from './reply.js';
import { Streams } from './streams.js';

interface ConnectionOptions {
  readonly service: Service;
  readonly responseMode: ResponseMode;
  /** Whether other processes can restore the session. */
  readonly isResumable: boolean;
}

/** The identity of a session. */
interface SessionIdentity {
  readonly sessionIdOf: (initialize: Message) => string;
  /** Counts the bytes that the session holds until it ends. */
  readonly holding: CallerBudget;
}

/** Opens a session. */
export type Open = (session: SessionIdentity) => Connection;

/** A session over HTTP, up to protocol revision 2025-11-25. */
export class Connection {
  /** Resolves when the client, the server or a limit ends the session. */
  readonly closed: Promise<void>;
  /** Whether its client has ended the session. */
  hasLeft = false;
  readonly #session: SessionIdentity;
  readonly #mode: ResponseMode;
  readonly #peer: Peer;
  readonly #streams: Streams;
  #isClosed = false;
  #close: () => void = () => {};

  constructor({ service, responseMode, isResumable }: ConnectionOptions, session: SessionIdentity) {
    const { holding } = session;
    this.#session = session;
    this.#mode = responseMode;
    this.#peer = new Peer({
      service,
      send: (message) => this.#streams.send(message),
      asks: responseMode !== 'json',
      caller: '',
      holding,
    });
    this.#streams = new Streams(this.#peer, isResumable, holding, () => this.#peer.notifyOfAllLists());
    this.closed = new Promise((resolve) => (this.#close = resolve));
  }

  /** Its id, once a client has sent `initialize`. */
  get sessionId(): string | undefined {
    return this.#peer.sessionId;
  }

  /** The caller of the latest request. */
  set identity(identity: Identity | undefined) {
    this.#peer.newest = identity;
  }

  /**
   * Restores a session that a client opened in a different process, or that has ended in this process. The client may
   * have missed notifications, so it gets one for each list.
   */
  restore(initialize: Message): void {
    this.#initialize([initialize]);
    this.#peer.client = clientInInitialize(initialize);
    this.#peer.questions.markInitialized();
    this.#peer.notifyOfAllLists();
  }

  /** Answers one HTTP request. */
  async handle(exchange: Exchange): Promise<Answer> {
    const refusal = httpRefusal(exchange);
    if (refusal !== undefined) return refusal;
    if (exchange.method === 'POST') return this.#post(exchange);
    if (exchange.method === 'GET')
      return this.#streams.open(exchange.head.lastEventId, exchange.identity) ?? UNKNOWN_EVENT;
    this.hasLeft = true;
    this.close();
    return { status: 200, text: '', headers: {} };
  }

  /** Withdraws all elicitations. */
  endQuestions(): void {
    this.#peer.questions.end();
  }

  /** Ends all calls without an answer. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#peer.end();
    this.#streams.end();
    this.#session.holding.end();
    this.#close();
  }

  #post(exchange: Exchange): Promise<Answer> | Answer {
    const messages = messagesIn(exchange.message) as readonly Message[];
    const fault = initializeRefusal(messages, this.sessionId) ?? duplicateIdRefusal(messages, this.#peer);
    if (fault !== undefined) return fault;
    this.#initialize(messages);
    exchange.sessionId = this.sessionId;
    const requests = messages.filter(isRequest);
    if (requests.length + exchange.refusals.length === 0) {
      for (const message of messages) this.#peer.receive(message);
      return ACCEPTED;
    }
    const reply: Reply = new Reply(exchange, {
      mode: this.#mode,
      stream: () => this.#streams.begin(exchange.identity),
      isEnveloped: false,
    });
    return reply.to(messages, this.#peer);
  }

  #initialize(messages: readonly Message[]): void {
    const initialize = messages.find(isInitialize);
    if (initialize === undefined || this.sessionId !== undefined) return;
    this.#peer.sessionId = this.#session.sessionIdOf(initialize);
    this.#session.holding.add(weightOf(initialize, 2));
  }
}
