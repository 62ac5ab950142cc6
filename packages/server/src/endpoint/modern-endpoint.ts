import { callerOf } from '../edge/shares.js';
import { EventStream } from '../edge/event-stream.js';
import type { Exchange } from '../edge/exchange.js';
import { isAnswer, isRequest, type Message } from '../jsonrpc/message.js';
import { MODERN_REVISION } from '../jsonrpc/revisions.js';
import { type CheckedRequest, Peer } from '../peer/peer.js';
import type { Service } from '../peer/service.js';
import { type Answer, answerRequests, passingStream, Reply, type ResponseMode } from '../session/reply.js';
import type { InProgress } from '../session/in-progress.js';
import { eraOf } from '../modern/era.js';
import { mirrorFault } from '../modern/header-mirror.js';
import { isListen } from '../modern/listeners.js';

interface ModernEndpointOptions {
  readonly service: Service;
  readonly responseMode: ResponseMode;
  readonly inProgress: InProgress;
}

/** Answers self-contained requests over HTTP, as every request is since 2026-07-28. */
export class ModernEndpoint {
  readonly #options: ModernEndpointOptions;

  constructor(options: ModernEndpointOptions) {
    this.#options = options;
  }

  /** Answers a request of this revision, or an invalid one; returns nothing for an earlier revision. */
  answer(exchange: Exchange): Promise<Answer> | Answer | undefined {
    const { message, head } = exchange;
    if (message === undefined) return undefined;
    if (head.revision === MODERN_REVISION && Array.isArray(message)) return exchange.refuse(NO_BATCHES);
    if (head.revision === MODERN_REVISION && isAnswer(message as Message)) return exchange.refuse(NO_ANSWERS);
    const era = eraOf(message as Message | readonly Message[], head);
    if (era === 'legacy') return undefined;
    if (era !== 'modern') return exchange.refuse(era);
    return isRequest(message) ? this.#answer(message, exchange) : new Response(null, { status: 202 });
  }

  /** Whether a request continues until it is cancelled, so that a shutdown must not wait for it. */
  isEndless({ message }: Exchange): boolean {
    return isListen(message);
  }

  #answer(message: CheckedRequest['message'], exchange: Exchange): Promise<Answer> | Answer {
    const fault = mirrorFault(message, exchange.head);
    if (fault !== undefined) return exchange.refuse(fault);
    const { service, responseMode, inProgress } = this.#options;
    const isEndless = isListen(message);
    const peer = new Peer({
      service,
      asks: false,
      caller: isEndless ? callerOf(exchange) : '',
      holding: isEndless ? exchange.createHolding() : undefined,
    });
    const reply = new Reply(exchange, {
      mode: isEndless ? 'auto' : responseMode,
      stream: () => passingStream(new EventStream()),
      isEnveloped: true,
      settled: () => inProgress.remove(exchange),
    });
    if (!isEndless) inProgress.add(exchange, peer);
    return answerRequests(peer, [{ message, isEnveloped: true }], reply);
  }
}

/** The bodies that are invalid since 2026-07-28 (basic/transports, "Sending Messages to the Server"). */
const NO_BATCHES = {
  status: 400,
  code: -32600,
  message: 'Invalid Request: send each message in a request of its own, there are no batches in this revision',
};
const NO_ANSWERS = {
  status: 400,
  code: -32600,
  message: 'Invalid Request: the server sends no requests in this revision, answer with `inputResponses`',
};
