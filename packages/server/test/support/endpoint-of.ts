import type { RequestListener } from 'node:http';
import { type EndpointOptions, Endpoint } from '../../build/endpoint/endpoint.js';
import type { HttpHandler } from '@cuecard/server';
import type { Answer } from '../../build/jsonrpc/answer.js';
import type { Exchange } from '../../build/edge/exchange.js';

type Respond = (exchange: Exchange) => Promise<Response> | Response;

/** Creates the handler of an endpoint that passes admitted requests to a function. */
export function endpointOf(options: EndpointOptions = {}, respond: Respond = done): HttpHandler {
  const responder = {
    /** Accepts invalid messages. */
    check: () => undefined,
    answer: async (exchange: Exchange) => answerOf(await respond(exchange)),
    endQuestions() {},
    close() {},
  };
  const endpoint = new Endpoint({ responder }, options);
  const listener: RequestListener = (incoming, outgoing) => void endpoint.listen(incoming, outgoing);
  return Object.assign(listener, {
    fetch: (request: Request) => endpoint.fetch(request),
    isReady: () => endpoint.isReady(),
    close: () => endpoint.close(),
  });
}

const done = () => Response.json({ jsonrpc: '2.0', id: 1, result: {} });

/** Converts a response to a stream of events or a document. */
async function answerOf(response: Response): Promise<Answer> {
  const headers = Object.fromEntries(response.headers);
  const { body, status } = response;
  if (body !== null && headers['content-type'] === 'text/event-stream') return { stream: body, headers };
  return { status, headers, text: await response.text() };
}
