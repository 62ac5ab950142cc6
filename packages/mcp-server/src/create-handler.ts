import type { Runtime } from '@cuecard/core';
import {
  ANY_SIZE,
  Endpoint,
  type EndpointOptions,
  type HttpHandler,
  introductionOf,
  limit,
  type ServerIdentity,
  toHttpHandler,
} from '@cuecard/transports';
import { strangerOf } from './client.js';
import { openConnection } from './connection.js';
import { guards } from './guards.js';
import { envelopesOf } from './lane.js';
import { RequestState, type RequestStateOptions } from './request-state.js';
import { Stateless } from './stateless.js';

export interface HandlerOptions extends ServerIdentity, EndpointOptions, RequestStateOptions {
  /**
   * How requests are answered: as JSON documents, as event streams (`text/event-stream`), or with `auto` as documents
   * where nothing comes before the answer, and as streams where something does. With `json` neither progress nor the log
   * reaches the client, and up to revision 2025-11-25 nobody can be asked.
   * @default 'auto'
   */
  readonly responseMode?: 'auto' | 'json' | 'sse';
  /**
   * Whether clients are offered what prompts log, from the level on that they ask for: for their session, or since
   * 2026-07-28 with each request. The specification has deprecated it since.
   * @default false
   */
  readonly logging?: boolean;
  /**
   * How many clients may listen to changes at the same time, since 2026-07-28; another one is refused. 0 for
   * none, `Infinity` for any number.
   * @default 1000
   */
  readonly maxSubscriptions?: number;
}

/**
 * Serves a runtime over Streamable HTTP: a listener to mount in `node:http`, Express and their like, with a
 * web-standard `fetch` for everything else. Mount it before any body parser: behind one it takes what that leaves in
 * `body`, and every request goes through the SDK.
 * @throws {TypeError} for options that contradict each other, or that no request could meet
 * @throws {RangeError} for a `stateKey` of less than 32 bytes, and for limits that are none
 */
export function createHandler(runtime: Runtime, options: HandlerOptions): HttpHandler {
  const { responseMode = 'auto', logging = false, maxSubscriptions = 1_000 } = options;
  limit('maxSubscriptions', maxSubscriptions, { ...ANY_SIZE, least: 0 });
  const introduction = introductionOf(options);
  const state = new RequestState(options);
  const onOverrun = (work: Promise<void>) => endpoint.hold(work);
  const making = { introduction, responseMode, logging, state, onOverrun };
  const open = (sessionIdGenerator?: () => string) => openConnection(runtime, making, sessionIdGenerator);
  const stateless = new Stateless(runtime, { ...making, maxSubscriptions });
  const endpoint = new Endpoint({ open, guards, stateless, logger: runtime.logger }, options);
  const envelopes = envelopesOf(introduction, state);
  const lane = responseMode === 'sse' ? undefined : endpoint.lane({ runtime, strangerOf, logging, envelopes });
  return toHttpHandler(endpoint, lane);
}
