import { isAnswer, type Message, type RequestId } from '../jsonrpc/message.js';
import { Reply } from './reply.js';

/** What is asked of an SDK's transport, so that replies can be awaited of it. */
export interface ReplyingTransport {
  readonly sessionId?: string | undefined;
  onclose?: (() => void) | undefined;
  send(message: Message, options?: { relatedRequestId?: RequestId }): Promise<void>;
  closeSSEStream(request: RequestId): void;
}

/** The replies that are awaited of one transport. */
export class Replies {
  /** Settles when the transport has closed. */
  readonly closed: Promise<void>;
  readonly #transport: ReplyingTransport;
  readonly #send: ReplyingTransport['send'];
  readonly #replies = new Map<RequestId, Reply>();

  /**
   * Make them before a server is connected.
   * @param options.canStream whether to begin event streams for what comes before an answer, where the SDK drops it
   */
  constructor(transport: ReplyingTransport, { canStream }: { canStream: boolean }) {
    this.#transport = transport;
    this.#send = transport.send.bind(transport);
    transport.send = (message, options) => this.#pass(message, options, canStream);
    this.closed = new Promise((resolve) => {
      transport.onclose = () => {
        // The SDK would leave the HTTP requests open for good.
        for (const reply of this.#replies.values()) reply.end();
        resolve();
      };
    });
  }

  /** Awaits the answers to some requests, which come in one reply. */
  expect(requests: readonly RequestId[]): Reply {
    const reply = new Reply(requests, () => this.#headers());
    for (const id of requests) this.#replies.set(id, reply);
    return reply;
  }

  /** Whether a request is being worked on. */
  has(request: RequestId): boolean {
    return this.#replies.has(request);
  }

  /** Whether anybody waits for the answer to a request. */
  isAwaited(request: RequestId): boolean {
    return this.#replies.get(request)?.isAbandoned === false;
  }

  /** Awaits a reply no more; its requests are known until they have been worked on. */
  async abandon(reply: Reply): Promise<void> {
    reply.isAbandoned = true;
    await reply.settled;
    for (const id of reply.requests) if (this.#replies.get(id) === reply) this.#replies.delete(id);
  }

  /**
   * The SDK gives no answer to a request that its client has cancelled, and would leave the HTTP request open for good:
   * also for what else is asked in it, which it answers when it has all answers.
   */
  cancel(request: RequestId): void {
    const reply = this.#replies.get(request);
    if (reply?.cancel(request) !== true) return;
    if (reply.isOver) this.#transport.closeSSEStream(request);
    else void this.#send({ jsonrpc: '2.0', id: request, error: CANCELLED }).catch(() => {}); // It has closed.
  }

  async #pass(message: Message, options: SendOptions, canStream: boolean): Promise<void> {
    if (isAnswer(message)) {
      if (message.id !== undefined) this.#replies.get(message.id)?.answer(message.id);
    } else if (canStream && options?.relatedRequestId !== undefined) {
      if (this.#replies.get(options.relatedRequestId)?.say(message) === true) return;
      throw new Error('Nobody waits for what this is about');
    }
    await this.#send(message, options);
  }

  #headers(): Readonly<Record<string, string>> {
    const { sessionId } = this.#transport;
    return sessionId === undefined ? {} : { 'mcp-session-id': sessionId };
  }
}

type SendOptions = Parameters<ReplyingTransport['send']>[1];

/** What a client is to ignore (basic/utilities/cancellation). */
const CANCELLED = { code: -32603, message: 'Cancelled' };
