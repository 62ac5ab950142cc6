import type { Identity } from '../auth/identity.js';
import { bind, type Binding } from '../binding/bind.js';
import type { ConnectedServer, OpenServer, Wire } from '../binding/sdk-server.js';
import { LazyServer } from '../binding/lazy-server.js';
import type { Exchange } from '../edge/exchange.js';
import type { Holding } from '../edge/held-bytes.js';
import { weightOf } from '../edge/message-weight.js';
import {
  cancelledIn,
  isAnswer,
  isIntroduced,
  isIntroduction,
  type Message,
  messagesIn,
  type RequestId,
  requestsIn,
} from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import { LaneCalls } from '../lane/lane-calls.js';
import type { LaneClient } from '../lane/lane-client.js';
import type { LaneExchange } from '../lane/lane-exchange.js';
import type { ConnectionOptions, SessionIdOf } from './connection-options.js';
import { introductionFault, unacceptable, UNKNOWN_EVENT, USED_TWICE } from './http-checks.js';
import { Replies } from './replies.js';
import type { Reply } from './reply.js';
import { Streams } from './streams.js';

/** The parts of a connection that is a session. */
interface SessionIdentity {
  readonly sessionIdOf: SessionIdOf;
  /** Counts what the session keeps until it ends. */
  readonly holding: Holding;
}

/** Opens a connection: a session if it has an identity, otherwise for one request. */
export type Open = (session?: SessionIdentity) => Promise<Connection>;

/** An SDK's server over HTTP, as up to 2025-11-25: a session, or one stateless request. */
export class Connection implements Wire {
  /** Resolves when the client, the server or a limit has ended the connection. */
  readonly closed: Promise<void>;
  /** The requests that the lane answers. */
  readonly calls = new LaneCalls();
  /** The session's id, once a client has introduced itself. */
  sessionId: string | undefined;
  /** The caller of the latest request. */
  identity: Identity | undefined;
  /** Whether its client has ended it. */
  hasLeft = false;
  readonly #session: SessionIdentity | undefined;
  readonly #server: OpenServer;
  readonly #binding: Binding;
  readonly #streams: Streams;
  readonly #replies: Replies;
  #connected: ConnectedServer | undefined;
  #close: () => void = () => {};

  private constructor(options: ConnectionOptions, session: SessionIdentity | undefined) {
    const { sdk, runtime, introduction, responseMode: mode, logging = false, isResumable = false } = options;
    const notices = session !== undefined; // They would follow the only answer.
    const holding = session?.holding;
    this.#session = session;
    this.#streams = new Streams(this, notices && isResumable, holding, () => this.#binding.notifyOfAllLists());
    this.#server = new LazyServer({ sdk, runtime, introduction });
    this.#binding = bind(this.#server, runtime, {
      notices,
      questions: notices && mode !== 'json',
      logging,
      newest: () => this.identity,
      holding,
    });
    this.closed = new Promise((resolve) => (this.#close = resolve));
    const { questions } = this.#binding.peer;
    questions.awaitIntroduction();
    this.#replies = new Replies({
      mode,
      questions,
      headers: () => this.#streams.headers,
      stream: (caller) => this.#streams.begin(caller),
      over: () => this.#closeUnlessSession(), // It has served its request.
    });
  }

  /** Connects a new server. */
  static async open(options: ConnectionOptions, session?: SessionIdentity): Promise<Connection> {
    const connection = new Connection(options, session);
    connection.#connected = await connection.#server.connect(connection);
    return connection;
  }

  /** Whether no request is being answered. */
  get isIdle(): boolean {
    return this.#replies.isEmpty;
  }

  /** The client after `initialize`. */
  get client(): OpenServer['client'] {
    return this.#server.client;
  }

  /** Lets lane requests ask the user: then their answer is a reply of this connection. */
  get asking(): LaneClient['asking'] {
    const { asking } = this.#binding.peer;
    if (asking === undefined) return undefined;
    return (question) => {
      const ask = asking(question.id);
      return (form, options) => {
        question.surface((document, exchange) => this.#reply(question.id, exchange, document));
        return question.lend(ask(form, options));
      };
    };
  }

  /**
   * Restores a session that a client has opened elsewhere, or that has ended here. Its client may have missed notices, so
   * it gets one for each list.
   */
  restore(introduction: Message): void {
    this.#introduce([introduction, INTRODUCED]);
    this.#connected?.receive(introduction, {}); // No one awaits the answer.
    this.#binding.notifyOfAllLists();
  }

  /** Answers one HTTP request. */
  async handle(exchange: Exchange): Promise<Response> {
    const refusal = unacceptable(exchange);
    if (refusal !== undefined) return exchange.refuse(refusal);
    if (exchange.method === 'POST') return this.#post(exchange);
    if (exchange.method === 'GET')
      return (
        this.#streams.open(exchange.head.lastEventId, exchange.identity)?.response ?? exchange.refuse(UNKNOWN_EVENT)
      );
    this.hasLeft = true;
    await this.close();
    return new Response(null, { status: 200 });
  }

  async send(message: Message, about?: RequestId): Promise<void> {
    if (isAnswer(message)) this.#replies.answer(message);
    else if (about === undefined) this.#streams.send(message);
    else if (!this.#replies.say(message, about)) throw new Error('The request that this is about has ended');
  }

  /** Ends all replies: the server no longer answers. */
  release(): void {
    this.#replies.end();
    this.#streams.end();
    this.#binding.end();
    this.calls.end();
    this.#session?.holding.end();
    this.#close();
  }

  /** Withdraws all questions to the user. */
  endQuestions(): void {
    this.#binding.peer.questions.end();
  }

  async close(): Promise<void> {
    await this.#connected?.close();
  }

  #post(exchange: Exchange): Promise<Response> | Response {
    const { message, refusals } = exchange;
    const messages = messagesIn(message) as readonly Message[];
    const requests = requestsIn(message);
    const fault = introductionFault(messages, this.sessionId) ?? this.#usedTwice(requests);
    if (fault !== undefined) return exchange.refuse(fault);
    this.#introduce(messages);
    if (requests.length + refusals.length > 0) {
      const { response } = this.#expect(requests, exchange);
      this.#receive(messages, exchange);
      return response;
    }
    this.#receive(messages, exchange);
    this.#closeUnlessSession();
    return new Response(null, { status: 202 });
  }

  #receive(messages: readonly Message[], exchange: Exchange): void {
    for (const each of messages) this.#connected?.receive(each, exchange.sender);
    for (const { id, reason } of cancelledIn(messages)) this.#cancel(id, reason);
  }

  #introduce(messages: readonly Message[]): void {
    const introduction = messages.find(isIntroduction);
    if (introduction !== undefined && this.sessionId === undefined) {
      this.sessionId = this.#session?.sessionIdOf(introduction);
      this.#session?.holding.add(weightOf(introduction, 2));
    }
    if (messages.some(isIntroduced)) this.#binding.peer.questions.introduced();
  }

  #expect(requests: readonly RequestId[], exchange: Exchange): Reply {
    const { message, refusals } = exchange;
    const reply = this.#replies.expect(requests, exchange, { isBatch: Array.isArray(message), refusals });
    exchange.onEnd(() => exchange.hold(reply.settled, requests.length));
    return reply;
  }

  async #reply(id: RequestId, exchange: LaneExchange, document: Promise<Response>): Promise<Response> {
    const reply = this.#replies.expect([id], exchange);
    void document.then(async (response) => reply.answer((await response.json()) as Message));
    return reply.response;
  }

  /** The SDKs would answer only one of two requests with the same id. */
  #usedTwice(requests: readonly RequestId[]): Refusal | undefined {
    const isUnderWay = (id: RequestId) => this.#replies.has(id) || this.calls.has(id);
    const isUsed = new Set(requests).size < requests.length || requests.some(isUnderWay);
    return isUsed ? { ...USED_TWICE, id: requests[0] } : undefined;
  }

  #cancel(request: RequestId, reason: string | undefined): void {
    this.calls.cancel(request, reason);
    this.#replies.cancel(request);
  }

  #closeUnlessSession(): void {
    if (this.#session === undefined) void this.close();
  }
}

const INTRODUCED: Message = { jsonrpc: '2.0', method: 'notifications/initialized' };
