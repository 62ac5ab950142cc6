import type { Runtime } from '@cuecard/core';
import { bind, type Binding, type WiringOptions } from '../binding/bind.js';
import type { ConnectedServer, OpenServer, Sdk, Sender, Wire } from '../binding/sdk-server.js';
import { EventStream } from '../edge/event-stream.js';
import type { Exchange } from '../edge/exchange.js';
import {
  cancelledIn,
  isAnswer,
  isIntroduced,
  type Message,
  messagesIn,
  type RequestId,
  requestsIn,
} from '../jsonrpc/message.js';
import { LaneCalls } from '../lane/lane-calls.js';
import type { LaneClient } from '../lane/lane-client.js';
import type { LaneExchange } from '../lane/lane-exchange.js';
import type { Introduction } from '../shared/server-identity.js';
import { EventLog } from './event-log.js';
import { introductionFault, isIntroduction, unacceptable } from './http-checks.js';
import { type Batch, NO_BATCH, passingStream, Reply, type ReplyStream, type ResponseMode } from './reply.js';
import { StandaloneStream } from './standalone-stream.js';

export interface ConnectionOptions extends Pick<WiringOptions, 'logging' | 'onOverrun'> {
  readonly sdk: Sdk;
  readonly runtime: Runtime;
  readonly introduction: Introduction;
  readonly responseMode: ResponseMode;
}

/** Opens a connection: with what makes the id of a session, the connection is one; without, it serves one request. */
export type Open = (sessionIdGenerator?: () => string) => Promise<Connection>;

/** Since this revision a stream begins with an event that gives its client an id to resume it by. */
const PRIMED_SINCE = '2025-11-25';

/** An SDK's server over HTTP, as up to 2025-11-25: a session, or one stateless request. */
export class Connection implements Wire {
  /** Settles when the client, the server or a limit has ended the connection. */
  readonly closed: Promise<void>;
  /** The requests that the lane answers. */
  readonly calls = new LaneCalls();
  /** The session's id, once a client has introduced itself. */
  sessionId: string | undefined;
  readonly #options: ConnectionOptions;
  readonly #sessionIdGenerator: (() => string) | undefined;
  readonly #server: OpenServer;
  readonly #binding: Binding;
  readonly #replies = new Map<RequestId, Reply>();
  /** The HTTP requests that somebody waits for, by the ids of what they ask. */
  readonly #exchanges = new Map<RequestId, LaneExchange>();
  readonly #log = new EventLog();
  readonly #stream = new StandaloneStream(this.#log);
  #connected: ConnectedServer | undefined;
  #close: () => void = () => {};

  private constructor(options: ConnectionOptions, sessionIdGenerator: (() => string) | undefined) {
    const { sdk, runtime, introduction, responseMode, logging = false, onOverrun } = options;
    const notices = sessionIdGenerator !== undefined; // They would come after the only answer.
    this.#options = options;
    this.#sessionIdGenerator = sessionIdGenerator;
    this.#server = sdk.open(introduction);
    const questions = notices && responseMode !== 'json';
    this.#binding = bind(this.#server, runtime, { notices, questions, logging, onOverrun });
    this.closed = new Promise((resolve) => (this.#close = resolve));
    const asked = this.#binding.peer.questions;
    asked.awaitIntroduction();
    asked.isAwaited = (request) => this.#replies.get(request)?.isAwaited === true;
    asked.lend = (request, answer) => this.#exchanges.get(request)?.lend(answer) ?? answer;
  }

  /** Connects a new server. */
  static async open(options: ConnectionOptions, sessionIdGenerator?: () => string): Promise<Connection> {
    const connection = new Connection(options, sessionIdGenerator);
    connection.#connected = await connection.#server.connect(connection);
    return connection;
  }

  /** Whether no request is being answered. */
  get isIdle(): boolean {
    return this.#replies.size === 0;
  }

  /** The client at the other end, once it has introduced itself. */
  get client(): OpenServer['client'] {
    return this.#server.client;
  }

  /** Lets requests that the lane answers ask the person: then their answer is a reply of this connection. */
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

  /** Answers one HTTP request. */
  async handle(exchange: Exchange): Promise<Response> {
    const refusal = unacceptable(exchange, this.#server.revisions.names);
    if (refusal !== undefined) return exchange.refuse(refusal);
    if (exchange.method === 'POST') return this.#post(exchange);
    if (exchange.method === 'GET') return this.#listen(exchange);
    await this.close();
    return new Response(null, { status: 200 });
  }

  async send(message: Message, about?: RequestId): Promise<void> {
    if (isAnswer(message)) this.#replies.get(message.id as RequestId)?.answer(message);
    else if (about === undefined) this.#stream.send(message);
    else if (this.#replies.get(about)?.say(message) !== true) throw new Error('Nobody waits for what this is about');
  }

  /** Ends what clients wait for: the server answers nothing any more. */
  release(): void {
    for (const reply of this.#replies.values()) reply.end();
    this.#stream.end();
    this.#binding.end();
    this.calls.end();
    this.#close();
  }

  /** Asks the people at the client nothing more. */
  endQuestions(): void {
    this.#binding.peer.questions.end();
  }

  async close(): Promise<void> {
    await this.#connected?.close();
  }

  #post(exchange: Exchange): Promise<Response> | Response {
    const { message } = exchange;
    const messages = messagesIn(message) as readonly Message[];
    const fault = introductionFault(messages, this.sessionId);
    if (fault !== undefined) return exchange.refuse(fault);
    const requests = requestsIn(message);
    if (this.#isUnderWay(requests)) return exchange.refuse({ ...USED_TWICE, id: requests[0] });
    if (messages.some(isIntroduction)) this.sessionId ??= this.#sessionIdGenerator?.();
    if (messages.some(isIntroduced)) this.#binding.peer.questions.introduced();
    const reply = requests.length + exchange.refusals.length > 0 ? this.#answerTo(requests, exchange) : undefined;
    for (const each of messages) this.#connected?.receive(each, senderOf(exchange));
    for (const { id, reason } of cancelledIn(message)) this.#cancel(id, reason);
    if (reply === undefined && this.#sessionIdGenerator === undefined) void this.close();
    return reply?.response ?? new Response(null, { status: 202 });
  }

  #answerTo(requests: readonly RequestId[], exchange: Exchange): Reply {
    const { message, refusals } = exchange;
    const reply = this.#expect(requests, exchange, { isBatch: Array.isArray(message), refusals });
    exchange.onEnd(() => exchange.hold(reply.settled, requests.length));
    return reply;
  }

  #listen(exchange: Exchange): Response {
    const headers = this.#headers();
    const { lastEventId } = exchange.head;
    if (lastEventId === undefined) return this.#stream.open(headers, this.#isPrimed).response;
    return this.#log.resume(lastEventId, headers)?.response ?? exchange.refuse(UNKNOWN_EVENT);
  }

  async #reply(id: RequestId, exchange: LaneExchange, document: Promise<Response>): Promise<Response> {
    const reply = this.#expect([id], exchange);
    void document.then(async (response) => reply.answer((await response.json()) as Message));
    return reply.response;
  }

  #expect(requests: readonly RequestId[], exchange: LaneExchange, batch: Batch = NO_BATCH): Reply {
    const reply = new Reply({
      ...batch,
      requests,
      mode: this.#options.responseMode,
      headers: () => this.#headers(),
      stream: () => this.#begin(),
    });
    for (const id of requests) {
      this.#replies.set(id, reply);
      this.#exchanges.set(id, exchange);
    }
    exchange.onEnd(() => {
      reply.leave();
      for (const id of requests) this.#binding.peer.questions.withdraw(id); // Nobody would see them.
      for (const id of requests) this.#exchanges.delete(id);
    });
    void reply.settled.then(() => this.#forget(requests, reply));
    return reply;
  }

  #forget(requests: readonly RequestId[], reply: Reply): void {
    for (const id of requests) if (this.#replies.get(id) === reply) this.#replies.delete(id);
    if (this.#sessionIdGenerator === undefined) void this.close(); // It has served its request.
  }

  #begin(): ReplyStream {
    if (this.sessionId === undefined) return passingStream(new EventStream(this.#headers()));
    const stream = this.#log.begin();
    const { response } = stream.open(this.#headers(), this.#isPrimed);
    return {
      response,
      get isRead() {
        return stream.isRead;
      },
      send: (json) => stream.send(json),
      leave: () => stream.leave(),
      end: () => stream.end(),
    };
  }

  get #isPrimed(): boolean {
    return (this.client?.revision ?? '') >= PRIMED_SINCE;
  }

  #headers(): Readonly<Record<string, string>> {
    return this.sessionId === undefined ? {} : { 'mcp-session-id': this.sessionId };
  }

  /** The SDKs would answer only one of two requests with the same id. */
  #isUnderWay(requests: readonly RequestId[]): boolean {
    return (
      new Set(requests).size < requests.length || requests.some((id) => this.#replies.has(id) || this.calls.has(id))
    );
  }

  // First what the person is asked, as long as there is a way to the client.
  #cancel(request: RequestId, reason: string | undefined): void {
    this.calls.cancel(request, reason);
    this.#binding.peer.questions.withdraw(request);
    this.#replies.get(request)?.cancel(request);
  }
}

function senderOf({ identity, head }: Exchange): Sender {
  return { identity, revision: head.revision };
}

// An id must not have been used before in a session (basic, "Requests").
const USED_TWICE = {
  status: 400,
  code: -32600,
  message: 'Invalid Request: a request with this id is under way already',
};

const UNKNOWN_EVENT = {
  status: 400,
  code: -32600,
  message: 'Invalid Request: the event in last-event-id is not known any more, open the stream without it',
};
