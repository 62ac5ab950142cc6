import type { Identity } from '../auth/identity.js';
import type { SdkQuestions } from '../binding/questions.js';
import { type Message, type RequestId } from '../jsonrpc/message.js';
import type { LaneExchange } from '../lane/lane-exchange.js';
import { type Batch, NO_BATCH, Reply, type ReplyStream, type ResponseMode } from './reply.js';

interface RepliesOptions {
  readonly mode: ResponseMode;
  /** The headers of every answer. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Starts a stream for a caller. */
  readonly stream: (caller: Identity | undefined) => ReplyStream;
  /** The questions to the user. */
  readonly questions: SdkQuestions;
  /** Called when a reply is over. */
  readonly over: () => void;
}

/** The pending replies of a connection, by the ids of its requests. */
export class Replies {
  readonly #options: RepliesOptions;
  readonly #replies = new Map<RequestId, Reply>();
  readonly #exchanges = new Map<RequestId, LaneExchange>();

  constructor(options: RepliesOptions) {
    const { questions } = options;
    this.#options = options;
    questions.isAwaited = (request) => this.#replies.get(request)?.isAwaited === true;
    questions.lend = (request, answer) => this.#exchanges.get(request)?.lend(answer) ?? answer;
  }

  get isEmpty(): boolean {
    return this.#replies.size === 0;
  }

  has(request: RequestId): boolean {
    return this.#replies.has(request);
  }

  /** Expects the answers to some requests, which form one reply. */
  expect(requests: readonly RequestId[], exchange: LaneExchange, batch: Batch = NO_BATCH): Reply {
    const { mode, headers, stream, questions } = this.#options;
    const reply = new Reply({ ...batch, requests, mode, headers, stream: () => stream(exchange.identity) });
    for (const id of requests) {
      this.#replies.set(id, reply);
      this.#exchanges.set(id, exchange);
    }
    exchange.onEnd(() => {
      reply.leave();
      for (const id of requests) {
        if (!reply.isAwaited) questions.withdraw(id); // No client would receive it.
        this.#exchanges.delete(id);
      }
    });
    void reply.settled.then(() => this.#forget(requests, reply));
    return reply;
  }

  answer(message: Message): void {
    if (message.id !== undefined) this.#replies.get(message.id)?.answer(message);
  }

  /** Sends a message about a request; returns whether a client receives it. */
  say(message: Message, about: RequestId): boolean {
    return this.#replies.get(about)?.say(message) === true;
  }

  cancel(request: RequestId): void {
    this.#options.questions.withdraw(request); // While the client is reachable.
    this.#replies.get(request)?.cancel(request);
  }

  end(): void {
    for (const reply of this.#replies.values()) reply.end();
  }

  #forget(requests: readonly RequestId[], reply: Reply): void {
    for (const id of requests) if (this.#replies.get(id) === reply) this.#replies.delete(id);
    this.#options.over();
  }
}
