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
import { ANY_SIZE, limit } from '../shared/limit.js';
import { introductionOf, type ServerIdentity } from '../shared/server-identity.js';
import { Endpoint, type EndpointOptions } from './endpoint.js';
import { Responder } from './responder.js';
import { WelcomePage } from './welcome-page.js';

export interface HandlerOptions extends ServerIdentity, EndpointOptions, SessionLimits {
  /**
   * Whether clients may open sessions. Change notices reach only clients with one, up to revision 2025-11-25; a request
   * without one is answered either way.
   * @default true
   */
  readonly sessions?: boolean;
  /**
   * Whether requests that need nothing but their answer are answered past the SDK, many times as fast and with the same
   * answers. With `responseMode: 'sse'` none are, and with `logging` none of a session.
   * @default true
   */
  readonly lane?: boolean;
  /**
   * How requests are answered: as JSON documents, as event streams (`text/event-stream`), or with `auto` as documents
   * where nothing comes before the answer, and as streams where something does. A refusal that has an HTTP status since
   * 2026-07-28 is a document with it in all of them. With `json` neither progress nor the log reaches the client, and up
   * to revision 2025-11-25 nobody can be asked.
   * @default 'auto'
   */
  readonly responseMode?: ResponseMode;
  /**
   * Whether clients are offered what handlers log, from the level on that they ask for: for their session, or since
   * 2026-07-28 with each request. The specification has deprecated it since.
   * @default false
   */
  readonly logging?: boolean;
}

export interface ListenerOptions {
  /**
   * How many clients may listen to changes at the same time, since 2026-07-28; another one is refused. 0 for
   * none, `Infinity` for any number.
   * @default 1000
   */
  readonly maxSubscriptions?: number;
}

/** Serves a runtime through an SDK over Streamable HTTP. */
export function createEndpoint(sdk: Sdk, runtime: ServedRuntime, options: AllOptions): HttpHandler {
  const responder = responderFor(sdk, runtime, options);
  const endpoint = new Endpoint({ responder, logger: runtime.logger }, options);
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
  const introduction = introductionOf(options);
  const wiring = { runtime, introduction, logging };
  const open: Open = (sessionIdGenerator) => Connection.open({ ...wiring, sdk, responseMode }, sessionIdGenerator);
  const sessions = options.sessions === false ? undefined : new Sessions(open, options);
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
