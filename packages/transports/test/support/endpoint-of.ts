import type { RequestListener } from 'node:http';
import type { EndpointOptions, HttpHandler } from '@cuecard/transports';
import type { Exchange } from '../../build/edge/exchange.js';
import { Endpoint } from '../../build/endpoint/endpoint.js';
import { Responder } from '../../build/endpoint/responder.js';
import { isCheckable, uncheckable } from '../../build/jsonrpc/message-budget.js';
import type { Refusal } from '../../build/jsonrpc/refusal.js';
import { WelcomePage } from '../../build/endpoint/welcome-page.js';
import type { Lane } from '../../build/lane/lane.js';

type Answer = (exchange: Exchange) => Promise<Response> | Response;

/** Answers whatever has been let in. */
class Answering extends Responder {
  readonly #answer: Answer;

  constructor(answer: Answer, lane: Lane | undefined) {
    super({
      page: new WelcomePage({ serverInfo: { name: 'x', version: '1' } }),
      open: () => Promise.reject(new Error('nobody asked')),
      sessions: undefined,
      modern: undefined,
      lane,
    });
    this.#answer = answer;
  }

  /** What is no message of JSON-RPC is answered, too. */
  override check({ message, maxValues }: Exchange): Refusal | undefined {
    return isCheckable(message, maxValues) ? undefined : { status: 400, ...uncheckable(maxValues, undefined) };
  }

  override async answer(exchange: Exchange): Promise<Response> {
    return this.#answer(exchange);
  }
}

/** An endpoint behind which a function answers, as a handler. */
export function endpointOf(options: EndpointOptions = {}, answer: Answer = done, lane?: Lane): HttpHandler {
  const endpoint = new Endpoint({ responder: new Answering(answer, lane) }, options);
  const listener: RequestListener = (incoming, outgoing) => endpoint.listen(incoming, outgoing);
  return Object.assign(listener, {
    fetch: (request: Request) => endpoint.fetch(request),
    isReady: () => endpoint.isReady(),
    close: () => endpoint.close(),
  });
}

const done = () => Response.json({ jsonrpc: '2.0', id: 1, result: {} });
