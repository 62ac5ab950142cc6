import type { Exchange } from '../edge/exchange.js';
import { POST_ONLY, TOO_LONG } from '../edge/refusals.js';
import { contentOf } from '../jsonrpc/envelope-fault.js';
import { isKeepable } from '../jsonrpc/message-budget.js';
import { isIntroduction, messagesIn } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { Lane } from '../lane/lane.js';
import type { ModernEndpoint } from '../modern/modern-endpoint.js';
import type { Connection, Open } from '../session/connection.js';
import type { Sessions } from '../session/sessions.js';
import type { WelcomePage } from './welcome-page.js';

interface ResponderOptions {
  /** The page for browsers. */
  readonly page: WelcomePage;
  /** Opens a connection for a request without a session. */
  readonly open: Open;
  /** Nothing if clients may not open sessions. */
  readonly sessions: Sessions | undefined;
  /** Nothing if the SDK does not support self-contained requests. */
  readonly modern: ModernEndpoint | undefined;
  /** Nothing if every request uses the SDK. */
  readonly lane: Lane | undefined;
}

/** Answers admitted requests: in the lane, self-contained, in a session, or each by a server of its own. */
export class Responder {
  readonly #options: ResponderOptions;
  /** The connections for requests without a session. */
  readonly #connections = new Map<Connection, Exchange>();

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  /** Answers a request that needs only an answer; returns whether it does. */
  answerAtOnce(exchange: Exchange): boolean {
    return this.#options.lane?.answer(exchange) === true;
  }

  /** Keeps the valid messages of a request, or returns the refusal if there are none. */
  check(exchange: Exchange): Refusal | undefined {
    if (exchange.message === undefined) return undefined;
    const content = contentOf(exchange.message, exchange.maxValues);
    if ('fault' in content) return { status: 400, ...content.fault };
    exchange.message = content.message;
    exchange.refusals = content.refusals;
    return undefined;
  }

  async answer(exchange: Exchange): Promise<Response> {
    const { message, refusals } = exchange;
    if (message !== undefined && messagesIn(message).length === 0) return Response.json(refusals, { status: 400 });
    const page = this.#options.page.answer(exchange);
    if (page !== undefined) return page;
    if (exchange.method !== 'POST') detach(exchange);
    const { modern } = this.#options;
    const answer = modern?.answer(exchange);
    if (modern === undefined || answer === undefined) return this.#answerOrOpen(exchange);
    if (!modern.isEndless(exchange)) return answer;
    const stream = await answer;
    detach(exchange);
    return stream;
  }

  /** Withdraws all questions to users. */
  endQuestions(): void {
    this.#options.sessions?.endQuestions();
  }

  async close(): Promise<void> {
    this.#options.lane?.close();
    this.#options.modern?.close();
    for (const [connection, exchange] of this.#connections) {
      exchange.hangUp(); // No answer will come.
      await connection.close();
    }
    await this.#options.sessions?.close();
  }

  async #answerOrOpen(exchange: Exchange): Promise<Response> {
    const { sessions } = this.#options;
    if (sessions === undefined) return this.#answerOnce(exchange);
    const { sessionId } = exchange.head;
    if (sessionId !== undefined) return sessions.handle(sessionId, exchange);
    if (!isIntroduction(exchange.message)) return this.#answerOnce(exchange);
    if (!isKeepable(exchange.message)) return exchange.refuse(TOO_LONG);
    return sessions.open(exchange);
  }

  async #answerOnce(exchange: Exchange): Promise<Response> {
    if (exchange.method !== 'POST') return exchange.refuse(POST_ONLY);
    const connection = await this.#options.open();
    this.#connections.set(connection, exchange);
    void connection.closed.then(() => this.#connections.delete(connection));
    const response = await connection.handle(exchange);
    if (connection.isIdle) void connection.close(); // The request was refused.
    return response;
  }
}

/** A stream that a client holds open ends at shutdown, or when the identity of the client expires. */
function detach(exchange: Exchange): void {
  exchange.becomeStream();
  exchange.endWithIdentity();
}
