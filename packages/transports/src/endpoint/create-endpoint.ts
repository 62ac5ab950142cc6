import type { RequestListener } from 'node:http';
import type { ServedRuntime } from '@cuecard/core';
import type { Sdk } from '../binding/sdk.js';
import { shareIn } from '../edge/shares.js';
import { Lane } from '../lane/lane.js';
import { SessionsDialect } from '../lane/sessions-dialect.js';
import { Listeners } from '../modern/listeners.js';
import { modernDialect } from '../modern/modern-dialect.js';
import { ModernEndpoint } from '../modern/modern-endpoint.js';
import { modernOptions } from '../modern/modern-options.js';
import type { HttpHandler } from '../server/handler.js';
import { LaneClients } from '../session/lane-clients.js';
import type { RequestStateOptions } from '../rounds/request-state.js';
import { Connection, type Open } from '../session/connection.js';
import type { ResponseMode } from '../session/reply.js';
import { type SessionLimits, Sessions } from '../session/sessions.js';
import { resumableIds } from '../session/resumable-ids.js';
import { ANY_SIZE, limit } from '../shared/limit.js';
import type { StateKeyOptions } from '../shared/state-keys.js';
import { introductionOf, type ServerIdentity } from '../shared/server-identity.js';
import { Endpoint, type EndpointOptions } from './endpoint.js';
import { Responder } from './responder.js';
import { WelcomePage } from './welcome-page.js';

export interface HandlerOptions extends ServerIdentity, EndpointOptions, SessionLimits, StateKeyOptions {
  /**
   * Whether clients may open sessions. Up to revision 2025-11-25, change notifications reach only clients with a
   * session; requests without one are answered either way. A `resumable` session survives its process: every process with
   * the same `stateKeys` restores it from its signed id, for the principal that opened it, until `sessionTtlMs` is over.
   * Not restored are the log level, subscriptions to resources, and requests and questions in progress.
   * @default true
   */
  readonly sessions?: boolean | 'resumable';
  /**
   * Whether requests that need only an answer bypass the SDK, many times as fast and with the same answers. With
   * `responseMode: 'sse'` none do, and with `logging` none of a session.
   * @default true
   */
  readonly lane?: boolean;
  /**
   * The form of answers: JSON documents, event streams (`text/event-stream`), or with `auto` documents unless messages
   * precede the answer. A refusal with an HTTP status of its own, since 2026-07-28, is always a document. With `json`
   * neither progress nor the log reaches the client, and up to revision 2025-11-25 users cannot be asked.
   * @default 'auto'
   */
  readonly responseMode?: ResponseMode;
  /**
   * Whether clients are offered the log of handlers, from the level that they choose: for their session, or since
   * 2026-07-28 with each request. The specification has since deprecated it.
   * @default false
   */
  readonly logging?: boolean;
}

export interface ListenerOptions {
  /**
   * The maximum number of clients that listen to changes, since 2026-07-28; further ones are refused. 0 for none;
   * `Infinity` removes the limit.
   * @default 1000
   */
  readonly maxSubscriptions?: number;
}

/** Serves a runtime through an SDK over Streamable HTTP. */
export function createEndpoint(sdk: Sdk, runtime: ServedRuntime, options: AllOptions): HttpHandler {
  const { monitor } = runtime;
  const responder = responderFor(sdk, runtime, options);
  const endpoint = new Endpoint({ responder, logger: runtime.logger, monitor }, options);
  const listener: RequestListener = (incoming, outgoing) => endpoint.listen(incoming, outgoing);
  return Object.assign(listener, {
    fetch: (request: Request) => endpoint.fetch(request),
    isReady: () => endpoint.isReady(),
    close: () => endpoint.close(),
  });
}

type AllOptions = HandlerOptions & ListenerOptions & RequestStateOptions;

function responderFor(sdk: Sdk, runtime: ServedRuntime, options: AllOptions): Responder {
  const { responseMode = 'auto', logging = false, maxSubscriptions = 1_000 } = options;
  const max = limit('maxSubscriptions', maxSubscriptions, { ...ANY_SIZE, least: 0 });
  const { monitor } = runtime;
  const introduction = introductionOf(options);
  const wiring = { runtime, introduction, logging };
  const ids = resumableIds(options, monitor);
  const isResumable = ids !== undefined;
  const open: Open = (session) => Connection.open({ ...wiring, sdk, responseMode, isResumable }, session);
  const sessions = options.sessions === false ? undefined : new Sessions({ open, ids, monitor }, options);
  const modern = modernOptions(sdk, { ...wiring, interim: responseMode !== 'json' }, options);
  const listeners = () => new Listeners({ ...wiring, max, share: shareIn(options) });
  const dialects = modern === undefined ? [new SessionsDialect()] : [new SessionsDialect(), modernDialect(modern)];
  const clients = new LaneClients(sessions, logging);
  const report = (error: unknown) => runtime.logger.warn('A request could not be answered', error);
  return new Responder({
    page: new WelcomePage(introduction),
    open,
    sessions,
    modern: modern && new ModernEndpoint({ ...modern, listeners: listeners(), responseMode }),
    lane:
      options.lane === false || responseMode === 'sse' ? undefined : new Lane({ runtime, dialects, clients, report }),
  });
}
