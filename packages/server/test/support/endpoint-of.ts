import type { RequestListener } from 'node:http';
import type { EndpointOptions } from '../../build/endpoint/endpoint.js';
import type { HttpHandler } from '@cuecard/server';
import type { Exchange } from '../../build/edge/exchange.js';
import { Endpoint } from '../../build/endpoint/endpoint.js';
import { isCheckable, uncheckable } from '../../build/jsonrpc/message-budget.js';
import type { Refusal } from '../../build/jsonrpc/refusal.js';

type Answer = (exchange: Exchange) => Promise<Response> | Response;

/** An endpoint behind which a function answers whatever has been let in, as a handler. */
export function endpointOf(options: EndpointOptions = {}, answer: Answer = done): HttpHandler {
  const responder = {
    /** What is no message of JSON-RPC is answered, too. */
    check: ({ message, maxValues }: Exchange): Refusal | undefined =>
      isCheckable(message, maxValues) ? undefined : { status: 400, ...uncheckable(maxValues, undefined) },
    answer: async (exchange: Exchange) => answer(exchange),
    endQuestions() {},
    close() {},
  };
  const endpoint = new Endpoint({ responder }, options);
  const listener: RequestListener = (incoming, outgoing) => endpoint.listen(incoming, outgoing);
  return Object.assign(listener, {
    fetch: (request: Request) => endpoint.fetch(request),
    isReady: () => endpoint.isReady(),
    close: () => endpoint.close(),
  });
}

const done = () => Response.json({ jsonrpc: '2.0', id: 1, result: {} });
