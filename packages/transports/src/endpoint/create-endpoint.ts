import type { Runtime } from '@cuecard/core';
import type { Sdk } from '../binding/sdk-server.js';
import { Listeners } from '../modern/listeners.js';
import { ModernEndpoint } from '../modern/modern-endpoint.js';
import { type HttpHandler, toHttpHandler } from '../server/handler.js';
import { Connection } from '../session/connection.js';
import type { ResponseMode } from '../session/reply.js';
import { ANY_SIZE, limit } from '../shared/limit.js';
import { introductionOf, type ServerIdentity } from '../shared/server-identity.js';
import { Endpoint, type EndpointOptions } from './endpoint.js';

export interface HandlerOptions extends ServerIdentity, EndpointOptions {
  /**
   * How requests are answered: as JSON documents, as event streams (`text/event-stream`), or with `auto` as documents
   * where nothing comes before the answer, and as streams where something does. With `json` neither progress nor the log
   * reaches the client, and up to revision 2025-11-25 nobody can be asked.
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
export function createEndpoint(sdk: Sdk, runtime: Runtime, options: HandlerOptions & ListenerOptions): HttpHandler {
  const { responseMode = 'auto', logging = false, maxSubscriptions = 1_000 } = options;
  const max = limit('maxSubscriptions', maxSubscriptions, { ...ANY_SIZE, least: 0 });
  const introduction = introductionOf(options);
  const { modern, guards, revisions } = sdk;
  const onOverrun = (work: Promise<void>) => endpoint.hold(work);
  const wiring = { runtime, introduction, logging, onOverrun };
  const envelopes = modern?.envelopes(introduction);
  const listeners = modern && Listeners.of(modern, { runtime, introduction, max });
  const interim = responseMode !== 'json';
  const endpoint = new Endpoint(
    {
      guards,
      logger: runtime.logger,
      open: (sessionIdGenerator) => Connection.open({ ...wiring, sdk, responseMode }, sessionIdGenerator),
      ...(modern &&
        listeners && { modern: new ModernEndpoint({ ...wiring, sdk: modern, listeners, responseMode, interim }) }),
    },
    options,
  );
  const strangerOf = (revision: string | undefined) => revisions.anonymous(revision);
  const lane = responseMode === 'sse' ? undefined : endpoint.lane({ runtime, strangerOf, logging, envelopes });
  return toHttpHandler(endpoint, lane);
}
