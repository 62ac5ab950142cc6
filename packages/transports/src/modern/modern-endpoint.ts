import { isListen, type Listeners, type ListenRequest } from './listeners.js';
import { eraOf } from './era.js';
import { mirrorFault } from './header-mirror.js';
import type { ModernOptions } from './modern-options.js';
import { openModernServer } from './modern-server.js';
import type { ConnectedServer, Wire } from '../binding/sdk-server.js';
import { challengeFor } from '../auth/scope-challenge.js';
import { callerOf } from '../edge/shares.js';
import { EventStream } from '../edge/event-stream.js';
import type { Exchange } from '../edge/exchange.js';
import { checkBy } from '../edge/head.js';
import { clientIn } from '../jsonrpc/client-shape.js';
import { isAnswer, isRequest, type Message } from '../jsonrpc/message.js';
import { HEADER_MISMATCH } from '../jsonrpc/repeated-values.js';
import { MODERN_REVISION } from '../jsonrpc/revisions.js';
import { NO_BATCH, passingStream, Reply, type ResponseMode } from '../session/reply.js';

interface ModernEndpointOptions extends ModernOptions {
  readonly responseMode: ResponseMode;
  readonly listeners: Listeners;
}

/** Answers self-contained requests over HTTP, as every request is since 2026-07-28. */
export class ModernEndpoint {
  readonly #options: ModernEndpointOptions;

  constructor(options: ModernEndpointOptions) {
    this.#options = options;
  }

  /** Answers a request of this revision, or an invalid one; returns nothing for an earlier revision. */
  answer(exchange: Exchange): Promise<Response> | Response | undefined {
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

  close(): void {
    this.#options.listeners.close();
  }

  #answer(message: Message, exchange: Exchange): Promise<Response> | Response {
    const fault = mirrorFault(message, exchange.head);
    if (fault !== undefined) return exchange.refuse(fault);
    return isListen(message) ? this.#listen(message, exchange) : this.#ask(message, exchange);
  }

  async #ask(message: Message, exchange: Exchange): Promise<Response> {
    let isBeingTaken = false;
    const reply = new Reply({
      ...NO_BATCH,
      requests: message.id === undefined ? [] : [message.id],
      mode: this.#options.responseMode,
      headers: () => ({}),
      stream: () => passingStream(new EventStream()),
      statusOf: (answer) => statusOf(answer, isBeingTaken),
    });
    const connected = await openModernServer(this.#options, wireTo(reply));
    this.#closeAfter(reply, exchange, connected);
    isBeingTaken = true;
    connected.receive(message, { ...exchange.sender, checkHeaders: checkBy(exchange.head) });
    isBeingTaken = false;
    return reply.response;
  }

  /** A client that leaves cancels its request (basic/transports, "Cancellation"). */
  #closeAfter(reply: Reply, exchange: Exchange, connected: ConnectedServer): void {
    const close = () => void connected.close();
    void reply.settled.then(close);
    exchange.onEnd(close);
  }

  async #listen(message: ListenRequest, exchange: Exchange): Promise<Response> {
    const { listeners } = this.#options;
    const { identity: auth, signal } = exchange;
    const stream = new EventStream();
    const call = { auth, signal, client: clientIn(message.params?.['_meta'] as Meta) };
    const opened = await listeners.open(message, {
      caller: callerOf(exchange),
      call,
      holding: exchange.createHolding(),
      send: (notice) => void stream.send(JSON.stringify(notice)),
      over: () => stream.end(),
    });
    if ('code' in opened) {
      stream.end();
      return exchange.refuse({ status: 200, ...opened });
    }
    exchange.onEnd(() => opened.end());
    return stream.response;
  }
}

type Meta = Readonly<Record<string, unknown>> | undefined;

function wireTo(reply: Reply): Wire {
  return {
    send: async (message) => {
      if (isAnswer(message)) reply.answer(message);
      else reply.say(message);
    },
    release: () => reply.end(),
  };
}

/**
 * The status of an answer (basic/transports, "Error Handling").
 * @param isRefused whether the SDK answers without calling a handler
 */
function statusOf({ error }: Message, isRefused: boolean): number {
  if (challengeFor(error) !== undefined) return 403;
  const { code } = (error ?? {}) as { readonly code?: number };
  if (code === METHOD_NOT_FOUND) return 404;
  if (code === MISSING_CAPABILITY || code === HEADER_MISMATCH) return 400;
  return isRefused && REFUSALS.has(code) ? 400 : 200;
}

const [METHOD_NOT_FOUND, MISSING_CAPABILITY] = [-32601, -32021];
const REFUSALS: ReadonlySet<unknown> = new Set([-32700, -32600, -32022]);

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
