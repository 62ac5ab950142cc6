import type { PromptRuntime } from '@cuecard/core';
import type { Exchange } from '@cuecard/http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isJSONRPCRequest, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { connect, type ServerIdentity } from './server.js';

export interface ConnectionOptions {
  readonly identity: ServerIdentity;
  /** Answers as JSON documents; as event streams otherwise. */
  readonly enableJsonResponse: boolean;
  /** Makes the id of a session; without it the connection serves one request. */
  readonly sessionIdGenerator?: () => string;
}

/** An SDK server and its HTTP transport: a session, or one stateless request. */
export class Connection {
  /** Settles when the client, the server or a limit has ended the connection. */
  readonly closed: Promise<void>;
  readonly #server: Server;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #cancellations = new Map<RequestId, () => void>();

  private constructor(server: Server, transport: WebStandardStreamableHTTPServerTransport, closed: Promise<void>) {
    this.#server = server;
    this.#transport = transport;
    this.closed = closed;
  }

  static async open(runtime: PromptRuntime, { identity, ...options }: ConnectionOptions): Promise<Connection> {
    const transport = new WebStandardStreamableHTTPServerTransport(options);
    const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
    const notices = options.sessionIdGenerator !== undefined; // They would come after the only answer.
    return new Connection(await connect(runtime, { identity, transport, notices }), transport, closed);
  }

  /** The session's id, once a client has introduced itself. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** Answers one HTTP request. One whose message was not read is left to the SDK, which says why it cannot be. */
  async handle(exchange: Exchange): Promise<Response> {
    const { request, message } = exchange;
    const parsed = message === undefined ? {} : { parsedBody: message };
    const answer = this.#transport.handleRequest(request, parsed);
    if (isJSONRPCRequest(message)) return Promise.race([answer, this.#cancellation(message.id, exchange)]);
    const response = await answer;
    this.#cancel(message);
    return response;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  // The SDK gives no answer to a request that its client has cancelled, and would leave the HTTP request open for good.
  // So its answer becomes an event stream that ends without an event.
  #cancellation(id: RequestId, exchange: Exchange): Promise<Response> {
    exchange.onEnd(() => this.#cancellations.delete(id));
    return new Promise((resolve) => {
      this.#cancellations.set(id, () => {
        this.#transport.closeSSEStream(id);
        resolve(new Response('', { headers: { 'content-type': 'text/event-stream' } }));
      });
    });
  }

  #cancel(message: unknown): void {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: RequestId } };
    if (method !== 'notifications/cancelled' || params?.requestId === undefined) return;
    this.#cancellations.get(params.requestId)?.();
  }
}
