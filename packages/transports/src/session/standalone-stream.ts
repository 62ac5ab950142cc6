import type { Exchange } from '../edge/exchange.js';
import type { Message, RequestId } from '../jsonrpc/message.js';

/** What is asked of an SDK's transport, so that nothing is lost that a client has to know. */
export interface StreamingTransport {
  send(message: Message, options?: { relatedRequestId?: RequestId }): Promise<void>;
  closeStandaloneSSEStream(): void;
}

/** What a client has to be told even if it comes late, as what it knows is outdated. */
const CHANGES = new Set([
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
]);
/** How many changes are kept: one of each list, and of every resource that a session may be subscribed to. */
const MAX_KEPT = 1_000;

/** The stream of a session for what no request is about (basic/transports, "Listening for Messages from the Server"). */
export class StandaloneStream {
  readonly #transport: StreamingTransport;
  readonly #send: StreamingTransport['send'];
  /** Changes of which the client has not been told, since it had no stream open. */
  readonly #kept = new Map<string, Message>();
  #current: Exchange | undefined;

  /** Make it before a server is connected. */
  constructor(transport: StreamingTransport) {
    this.#transport = transport;
    this.#send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if (this.#current === undefined && CHANGES.has(message.method ?? '')) this.#keep(message);
      else await this.#send(message, options);
    };
  }

  /**
   * Opens the stream, with what has been missed. It takes the place of one that is open: of one whose client is gone
   * without a word, as when its network changes, only the client knows.
   * @param ask has the SDK answer
   */
  async open(exchange: Exchange, ask: () => Promise<Response>): Promise<Response> {
    const answer = await ask();
    if (answer.status !== CONFLICT) return this.#begin(exchange, answer);
    this.#transport.closeStandaloneSSEStream();
    return this.#begin(exchange, await ask());
  }

  #begin(exchange: Exchange, answer: Response): Response {
    if (!answer.ok) return answer;
    this.#current = exchange;
    exchange.onEnd(() => {
      if (this.#current === exchange) this.#current = undefined;
    });
    for (const message of this.#kept.values()) void this.#send(message).catch(() => {}); // It has closed.
    this.#kept.clear();
    return answer;
  }

  #keep(message: Message): void {
    if (this.#kept.size < MAX_KEPT) this.#kept.set(JSON.stringify(message), message);
  }
}

/** How the SDKs refuse another stream. */
const CONFLICT = 409;
