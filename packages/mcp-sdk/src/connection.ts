import type { PromptRuntime } from '@cuecard/core';
import type { Exchange } from '@cuecard/http';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isJSONRPCRequest, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { toAuthInfo } from './auth.js';
import { Replies } from './replies.js';
import type { Reply } from './reply.js';
import { connect, type Connected, type ServerIdentity } from './server.js';

export interface ConnectionOptions {
  readonly identity: ServerIdentity;
  /** As JSON documents, as event streams, or as what each answer needs. */
  readonly responseMode: 'auto' | 'json' | 'sse';
  readonly logging: boolean;
  /** Makes the id of a session; without it the connection serves one request. */
  readonly sessionIdGenerator?: () => string;
}

/** An SDK server and its HTTP transport: a session, or one stateless request. */
export class Connection {
  /** Settles when the client, the server or a limit has ended the connection. */
  readonly closed: Promise<void>;
  readonly #connected: Connected;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #replies: Replies;

  private constructor(connected: Connected, transport: WebStandardStreamableHTTPServerTransport, replies: Replies) {
    this.#connected = connected;
    this.#transport = transport;
    this.#replies = replies;
    this.closed = replies.closed;
  }

  static async open(runtime: PromptRuntime, options: ConnectionOptions): Promise<Connection> {
    const { identity, responseMode, logging, sessionIdGenerator } = options;
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: responseMode !== 'sse',
      ...(sessionIdGenerator && { sessionIdGenerator }),
    });
    const replies = new Replies(transport, { canStream: responseMode === 'auto' });
    const notices = sessionIdGenerator !== undefined; // They would come after the only answer.
    const questions = notices && responseMode !== 'json';
    const connected = await connect(runtime, { identity, transport, notices, questions, logging });
    connected.peer.questions.isAwaited = (request) => replies.has(request);
    return new Connection(connected, transport, replies);
  }

  /** The session's id, once a client has introduced itself. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** Answers one HTTP request. One whose message was not read is left to the SDK, which says why it cannot be. */
  async handle(exchange: Exchange): Promise<Response> {
    const requests = requestsIn(exchange.message);
    const reply = requests.length > 0 ? this.#expect(requests, exchange) : undefined;
    const answer = this.#answer(exchange);
    if (reply !== undefined) return reply.or(answer);
    const response = await answer;
    this.#cancel(exchange.message);
    return response;
  }

  /** Asks the people at the client nothing more. */
  endQuestions(): void {
    this.#connected.peer.questions.end();
  }

  close(): Promise<void> {
    return this.#connected.server.close();
  }

  #answer({ request, message, identity }: Exchange): Promise<Response> {
    return this.#transport.handleRequest(request, {
      ...(message !== undefined && { parsedBody: message }),
      ...(identity !== undefined && { authInfo: toAuthInfo(identity) }),
    });
  }

  #expect(requests: readonly RequestId[], exchange: Exchange): Reply {
    const reply = this.#replies.expect(requests);
    exchange.onEnd(() => {
      this.#replies.forget(reply);
      // Whoever is still asked then is asked for an answer that has no way to the client.
      for (const id of requests) this.#connected.peer.questions.withdraw(id);
    });
    return reply;
  }

  #cancel(message: unknown): void {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: RequestId } };
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) this.#replies.cancel(params.requestId);
  }
}

function requestsIn(message: unknown): RequestId[] {
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.filter((each) => isJSONRPCRequest(each)).map(({ id }) => id);
}
