import type { Exchange } from '../edge/exchange.js';
import { POST_ONLY, TOO_LONG } from '../edge/refusals.js';
import { contentOf } from '../jsonrpc/envelope-fault.js';
import { isKeepable } from '../jsonrpc/message-budget.js';
import { isIntroduction, isRequest, type Message, messagesIn } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { ModernEndpoint } from './modern-endpoint.js';
import { type CheckedRequest, Peer } from '../peer/peer.js';
import type { Service } from '../peer/service.js';
import { EventStream } from '../edge/event-stream.js';
import { introductionFault, unacceptable, usedTwice } from '../session/http-checks.js';
import type { InProgress } from '../session/in-progress.js';
import { type Answer, answerRequests, passingStream, Reply, type ResponseMode } from '../session/reply.js';
import type { Sessions } from '../session/sessions.js';
import type { WelcomePage } from './welcome-page.js';

interface ResponderOptions {
  /** The page for browsers. */
  readonly page: WelcomePage;
  readonly service: Service;
  readonly responseMode: ResponseMode;
  readonly inProgress: InProgress;
  /** Nothing if clients may not open sessions. */
  readonly sessions: Sessions | undefined;
  readonly modern: ModernEndpoint;
}

/** Answers admitted requests: self-contained, in a session, or each by itself. */
export class Responder {
  readonly #options: ResponderOptions;

  constructor(options: ResponderOptions) {
    this.#options = options;
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

  answer(exchange: Exchange): Promise<Answer> | Answer {
    const { message, refusals } = exchange;
    if (message !== undefined && messagesIn(message).length === 0) return Response.json(refusals, { status: 400 });
    const page = this.#options.page.answer(exchange);
    if (page !== undefined) return page;
    if (exchange.method !== 'POST') detach(exchange);
    const { modern } = this.#options;
    const answer = modern.answer(exchange);
    if (answer === undefined) return this.#answerOrOpen(exchange);
    return modern.isEndless(exchange) ? detached(exchange, answer) : answer;
  }

  /** Withdraws all questions to users. */
  endQuestions(): void {
    this.#options.sessions?.endQuestions();
  }

  close(): void {
    this.#options.service.listeners.close();
    this.#options.inProgress.close();
    this.#options.sessions?.close();
  }

  #answerOrOpen(exchange: Exchange): Promise<Answer> | Answer {
    const { sessions } = this.#options;
    if (sessions === undefined) return this.#answerOnce(exchange);
    const { sessionId } = exchange.head;
    if (sessionId !== undefined) return sessions.handle(sessionId, exchange);
    if (!isIntroduction(exchange.message)) return this.#answerOnce(exchange);
    if (!isKeepable(exchange.message)) return exchange.refuse(TOO_LONG);
    return sessions.open(exchange);
  }

  /** Answers a request without a session, up to 2025-11-25. */
  #answerOnce(exchange: Exchange): Promise<Answer> | Answer {
    if (exchange.method !== 'POST') return exchange.refuse(POST_ONLY);
    const refusal = unacceptable(exchange);
    if (refusal !== undefined) return exchange.refuse(refusal);
    const { service, responseMode, inProgress } = this.#options;
    const messages = messagesIn(exchange.message) as readonly Message[];
    const requests = messages.filter(isRequest).map((message): CheckedRequest => ({ message, isEnveloped: false }));
    const fault = introductionFault(messages, undefined) ?? usedTwice(requests);
    if (fault !== undefined) return exchange.refuse(fault);
    if (requests.length + exchange.refusals.length === 0) return new Response(null, { status: 202 });
    const peer = new Peer({ service, asks: false, caller: '' });
    const reply = new Reply(exchange, {
      mode: responseMode,
      stream: () => passingStream(new EventStream()),
      isEnveloped: false,
      settled: () => inProgress.remove(exchange),
    });
    inProgress.add(exchange, peer);
    const answer = answerRequests(peer, requests, reply);
    for (const message of messages) if (!isRequest(message)) peer.receive(message);
    return answer;
  }
}

/** A stream that a client holds open ends at shutdown, or when the identity of the client expires. */
function detach(exchange: Exchange): void {
  exchange.becomeStream();
  exchange.endWithIdentity();
}

/** A stream that continues until it is cancelled is detached once it has begun. */
async function detached(exchange: Exchange, answer: Promise<Answer> | Answer): Promise<Answer> {
  const stream = await answer;
  if (stream instanceof Response) detach(exchange);
  return stream;
}
