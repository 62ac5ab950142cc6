import { setImmediate as turn } from 'node:timers/promises';
import { type AuthInfo, toAuthInfo } from '../auth/auth-info.js';
import { Exchange } from '../edge/exchange.js';
import { LaneCalls } from '../lane/lane-calls.js';
import type { LaneQuestion } from '../lane/lane-client.js';
import { cancelledIn, isIntroduced, messagesIn, type RequestId, requestsIn } from '../jsonrpc/message.js';
import type { Questions } from './questions.js';
import { refuse } from '../jsonrpc/refusal.js';
import { Replies, type ReplyingTransport } from './replies.js';
import type { Reply } from './reply.js';
import { StandaloneStream, type StreamingTransport } from './standalone-stream.js';

/** What is asked of an SDK's transport for Streamable HTTP. */
export interface HttpTransport extends ReplyingTransport, StreamingTransport {
  handleRequest(request: Request, options?: { parsedBody?: unknown; authInfo?: AuthInfo }): Promise<Response>;
}

/** An SDK's server, at work. */
export interface Connected {
  /** What the people at the client are being asked. */
  readonly questions: Questions;
  /** The client at the other end, once it has introduced itself. */
  readonly client: { readonly revision: string } | undefined;
  /** How a request that is answered past the SDK asks the person at the client; nothing where nobody can be asked. */
  readonly asking: ((request: RequestId) => Ask) | undefined;
  close(): Promise<void>;
}

/** Asks the person at the client, in the runtime's own terms. */
export type Ask = (form: unknown, options: { readonly signal: AbortSignal }) => Promise<unknown>;

/**
 * Opens a connection: with what makes the id of a session, the connection is one; without, it serves one request.
 */
export type Open = (sessionIdGenerator?: () => string) => Promise<Connection>;

/** An SDK's server and its HTTP transport: a session, or one stateless request. */
export class Connection {
  /** Settles when the client, the server or a limit has ended the connection. */
  readonly closed: Promise<void>;
  /** The requests that are answered past the SDK. */
  readonly calls = new LaneCalls();
  readonly #connected: Connected;
  readonly #transport: HttpTransport;
  readonly #replies: Replies;
  readonly #stream: StandaloneStream;
  /** The HTTP requests that somebody waits for, by the ids of what they ask. */
  readonly #exchanges = new Map<RequestId, Exchange>();

  private constructor(
    transport: HttpTransport,
    parts: { connected: Connected; replies: Replies; stream: StandaloneStream },
  ) {
    this.#transport = transport;
    this.#connected = parts.connected;
    this.#replies = parts.replies;
    this.#stream = parts.stream;
    this.closed = this.#replies.closed;
    void this.closed.then(() => this.calls.end());
  }

  /**
   * Connects a server to a transport that answers with JSON documents, or always with event streams.
   * @param options.canStream whether to begin event streams for what comes before an answer, where the SDK drops it
   */
  static async open(
    transport: HttpTransport,
    { canStream, connect }: { canStream: boolean; connect: () => Promise<Connected> },
  ): Promise<Connection> {
    const stream = new StandaloneStream(transport);
    const replies = new Replies(transport, { canStream });
    const connected = await connect();
    const connection = new Connection(transport, { connected, replies, stream });
    connected.questions.awaitIntroduction();
    connected.questions.isAwaited = (request) => replies.isAwaited(request);
    connected.questions.lend = (request, answer) => connection.#exchanges.get(request)?.lend(answer) ?? answer;
    return connection;
  }

  /** The session's id, once a client has introduced itself. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** The client at the other end, once it has introduced itself. */
  get client(): Connected['client'] {
    return this.#connected.client;
  }

  /** Lets requests that are answered past the SDK ask the person: then their answer is a reply of this connection. */
  get asking(): ((question: LaneQuestion) => Ask) | undefined {
    const { asking } = this.#connected;
    if (asking === undefined) return undefined;
    return (question) => {
      const ask = asking(question.id);
      return (form, options) => {
        question.surface((request, document) => this.#reply(question.id, new Exchange(request), document));
        return question.lend(ask(form, options));
      };
    };
  }

  /** Answers one HTTP request. One whose message was not read is left to the SDK, which says why it cannot be. */
  async handle(exchange: Exchange): Promise<Response> {
    const { request, message } = exchange;
    if (request.method === 'GET') return this.#stream.open(exchange, () => this.#answer(exchange));
    if (messagesIn(message).some(isIntroduced)) this.#connected.questions.introduced();
    const requests = requestsIn(message);
    if (this.#isUnderWay(requests)) return refuse({ ...USED_TWICE, id: requests[0] });
    const reply = requests.length > 0 ? this.#expect(requests, exchange) : undefined;
    const answer = this.#answer(exchange);
    const cancelled = cancelledIn(message);
    if (reply === undefined) await answer;
    else if (cancelled.length > 0) await turn(); // By then the SDK has begun with what a batch asks.
    for (const { id, reason } of cancelled) this.#cancel(id, reason);
    return reply?.or(answer) ?? answer;
  }

  /** Asks the people at the client nothing more. */
  endQuestions(): void {
    this.#connected.questions.end();
  }

  close(): Promise<void> {
    return this.#connected.close();
  }

  async #reply(id: RequestId, exchange: Exchange, document: Promise<Response>): Promise<Response> {
    return exchange.answer(await this.#expect([id], exchange).or(document));
  }

  #answer({ request, message, identity }: Exchange): Promise<Response> {
    return this.#transport.handleRequest(request, {
      ...(message !== undefined && { parsedBody: message }),
      ...(identity !== undefined && { authInfo: toAuthInfo(identity) }),
    });
  }

  #expect(requests: readonly RequestId[], exchange: Exchange): Reply {
    const reply = this.#replies.expect(requests);
    for (const id of requests) this.#exchanges.set(id, exchange);
    exchange.onEnd(() => {
      exchange.hold(this.#replies.abandon(reply), requests.length);
      for (const id of requests) this.#exchanges.delete(id);
      // Whoever is still asked then is asked for an answer that has no way to the client.
      for (const id of requests) this.#connected.questions.withdraw(id);
    });
    return reply;
  }

  /** The SDKs would answer only one of two requests with the same id, and leave the other open for good. */
  #isUnderWay(requests: readonly RequestId[]): boolean {
    return (
      new Set(requests).size < requests.length || requests.some((id) => this.#replies.has(id) || this.calls.has(id))
    );
  }

  // In the lane first, where it takes back what the person is asked as long as there is a way to the client.
  #cancel(request: RequestId, reason: string | undefined): void {
    this.calls.cancel(request, reason);
    this.#replies.cancel(request);
  }
}

// An id must not have been used before in a session (basic, "Requests").
const USED_TWICE = {
  status: 400,
  code: -32600,
  message: 'Invalid Request: a request with this id is under way already',
};
