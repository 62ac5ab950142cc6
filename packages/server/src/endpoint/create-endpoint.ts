import type { RequestListener } from 'node:http';
import type { HttpHandler } from '../server/listen.js';
import type { ServedRuntime } from '@cuecard/core';
import { shareIn } from '../edge/shares.js';
import { Listeners } from '../peer/listeners.js';
import type { RequestStateOptions } from '../rounds/request-state.js';
import { Connection, type Open } from '../session/connection.js';
import { Service } from '../peer/service.js';
import type { ResponseMode } from '../session/reply.js';
import { type SessionLimits, Sessions } from '../session/sessions.js';
import { resumableIds } from '../session/resumable-ids.js';
import { ANY_SIZE, limit } from '../shared/limit.js';
import { describeServer, type ServerIdentity } from '../shared/server-identity.js';
import { Endpoint, type EndpointOptions } from './endpoint.js';
import { Responder } from './responder.js';
import { WelcomePage } from './welcome-page.js';

export interface HandlerOptions extends ServerIdentity, EndpointOptions, SessionLimits, RequestStateOptions {
  /**
   * Whether clients may open sessions. Up to protocol revision 2025-11-25, only clients with a session receive change
   * notifications; requests without a session are also answered. A `resumable` session survives its process: every
   * process with the same `stateKeys` can restore the session from its signed id, for the principal that opened it,
   * until `sessionTtlMs` is over. The log level, subscriptions to resources, pending requests and elicitations are not
   * restored.
   * @default true
   */
  readonly sessions?: boolean | 'resumable';
  /**
   * The form of responses: JSON documents, event streams (`text/event-stream`), or with `auto` documents unless
   * messages precede the result. An error with an HTTP status other than 200, possible since protocol revision
   * 2026-07-28, is always a document. With `json`, neither progress nor the log reaches the client, and up to revision
   * 2025-11-25 the server cannot ask users.
   * @default 'auto'
   */
  readonly responseMode?: ResponseMode;
  /**
   * Whether clients can receive the log of handlers. A client chooses the level for its session or, since protocol
   * revision 2026-07-28, with each request. The specification has since deprecated the log.
   * @default false
   */
  readonly logging?: boolean;
  /**
   * The maximum number of requests that listen to changes, which exist since protocol revision 2026-07-28. Further
   * requests to listen are rejected. 0 allows none; `Infinity` removes the limit.
   * @default 1000
   */
  readonly maxSubscriptions?: number;
}

/** Serves a runtime over Streamable HTTP. */
export function createEndpoint(runtime: ServedRuntime, options: HandlerOptions): HttpHandler {
  const { logger, monitor } = runtime;
  const endpoint = new Endpoint({ responder: responderFor(runtime, options), logger, monitor }, options);
  const listener: RequestListener = (incoming, outgoing) => void endpoint.listen(incoming, outgoing);
  return Object.assign(listener, {
    fetch: (request: Request) => endpoint.fetch(request),
    isReady: () => endpoint.isReady(),
    close: () => endpoint.close(),
  });
}

function responderFor(runtime: ServedRuntime, options: HandlerOptions): Responder {
  const { responseMode = 'auto', logging = false, maxSubscriptions = 1_000 } = options;
  const max = limit('maxSubscriptions', maxSubscriptions, { ...ANY_SIZE, min: 0 });
  const { monitor } = runtime;
  const description = describeServer(options);
  const ids = resumableIds(options, monitor);
  const listeners = new Listeners({ runtime, description, max, share: shareIn(options) });
  const service = new Service({ runtime, description, logging, listeners, state: options });
  const open: Open = (session) => new Connection({ service, responseMode, isResumable: ids !== undefined }, session);
  return new Responder({
    page: new WelcomePage(description),
    service,
    responseMode,
    sessions: options.sessions === false ? undefined : new Sessions({ open, ids, monitor }, options),
  });
}
