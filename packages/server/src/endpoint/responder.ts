import type { Exchange } from '../edge/exchange.js';
import { POST_ONLY, TOO_LONG } from '../edge/refusals.js';
import { callerOf } from '../edge/shares.js';
import { contentOf } from '../jsonrpc/message-check.js';
import { mirrorFault } from '../jsonrpc/header-mirror.js';
import { isKeepable } from '../jsonrpc/message-limits.js';
import { formOf } from '../jsonrpc/message-form.js';
import { isInitialize, isListen, isRequest, type Message, messagesIn } from '../jsonrpc/message.js';
import { type Refusal, ACCEPTED, type Answer } from '../jsonrpc/answer.js';
import { Peer } from '../peer/peer.js';
import type { Service } from '../peer/service.js';
import { initializeRefusal, httpRefusal, duplicateIdRefusal } from '../session/http-checks.js';
import { RepliesInProgress, Reply, type ResponseMode } from '../session/reply.js';
import type { Sessions } from '../session/sessions.js';
import type { WelcomePage } from './welcome-page.js';

interface ResponderOptions {
  /** The page for browsers. */
  readonly page: WelcomePage;
  readonly service: Service;
  readonly responseMode: ResponseMode;
  /** `undefined` if clients may not open sessions. */
  readonly sessions: Sessions | undefined;
}

/** Answers admitted requests: those with an envelope, those in a session, and those without either. */
export class Responder {
  readonly #options: ResponderOptions;
  /** The pending replies to requests without a session. */
  readonly #inProgress = new RepliesInProgress();

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  /** Keeps the valid messages of a request, or returns the refusal if it has none. */
  check(exchange: Exchange): Refusal | undefined {
    if (exchange.message === undefined) return undefined;
    const content = contentOf(exchange.message);
    if ('fault' in content) return { status: 400, ...content.fault };
    exchange.message = content.message;
    exchange.refusals = content.refusals;
    return undefined;
  }

  answer(exchange: Exchange): Promise<Answer> | Answer {
    const { message, refusals, head } = exchange;
    if (message !== undefined && messagesIn(message).length === 0)
      return { status: 400, text: JSON.stringify(refusals) };
    const page = this.#options.page.answer(exchange);
    if (page !== undefined) return page;
    const form = message === undefined ? 'plain' : formOf(message as Message | readonly Message[], head);
    if (form === 'enveloped') return this.#answerEnveloped(exchange);
    return form === 'plain' ? this.#answerPlain(exchange) : form;
  }

  /** Withdraws all elicitations. */
  endQuestions(): void {
    this.#options.sessions?.endQuestions();
  }

  /** Ends everything in progress without a response. */
  close(): void {
    this.#options.service.listeners.close();
    this.#inProgress.abort();
    this.#options.sessions?.close();
  }

  #answerEnveloped(exchange: Exchange): Promise<Answer> | Answer {
    const { message, head } = exchange;
    if (!isRequest(message)) return ACCEPTED;
    return mirrorFault(message, head) ?? this.#answerAlone(exchange, [message], true);
  }

  #answerPlain(exchange: Exchange): Promise<Answer> | Answer {
    const { sessions } = this.#options;
    const { sessionId } = exchange.head;
    if (sessions !== undefined && sessionId !== undefined) return sessions.handle(sessionId, exchange);
    if (sessions === undefined || !isInitialize(exchange.message)) return this.#answerOnce(exchange);
    return isKeepable(exchange.message) ? sessions.open(exchange) : TOO_LONG;
  }

  /** Answers a request without a session, up to 2025-11-25. */
  #answerOnce(exchange: Exchange): Promise<Answer> | Answer {
    if (exchange.method !== 'POST') return POST_ONLY;
    const messages = messagesIn(exchange.message) as readonly Message[];
    const refusal = httpRefusal(exchange) ?? initializeRefusal(messages, undefined) ?? duplicateIdRefusal(messages);
    if (refusal !== undefined) return refusal;
    const isAnswered = messages.some(isRequest) || exchange.refusals.length > 0;
    return isAnswered ? this.#answerAlone(exchange, messages, false) : ACCEPTED;
  }

  /** Answers messages that belong to no session. */
  #answerAlone(exchange: Exchange, messages: readonly Message[], isEnveloped: boolean): Promise<Answer> {
    const { service, responseMode } = this.#options;
    const isListening = isEnveloped && isListen(exchange.message);
    const peer = new Peer({
      service,
      asks: false,
      caller: isListening ? callerOf(exchange) : '',
      holding: isListening ? exchange.createHolding() : undefined,
    });
    const reply = new Reply(exchange, {
      mode: isListening ? 'auto' : responseMode,
      isEnveloped,
      inProgress: isListening ? undefined : this.#inProgress,
    });
    return reply.to(messages, peer);
  }
}
