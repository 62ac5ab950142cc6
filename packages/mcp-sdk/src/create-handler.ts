import type { Runtime } from '@cuecard/core';
import {
  Endpoint,
  type EndpointOptions,
  type HttpHandler,
  introductionOf,
  type ServerIdentity,
  toHttpHandler,
} from '@cuecard/transports';
import { openConnection } from './connection.js';
import { guards } from './guards.js';
import { strangerOf } from './peer.js';

export interface HandlerOptions extends ServerIdentity, EndpointOptions {
  /**
   * How requests are answered: as JSON documents, as event streams (`text/event-stream`), or with `auto` as documents
   * where nothing comes before the answer, and as streams where something does. With `json` neither progress nor the log
   * reaches the client, and nobody can be asked.
   * @default 'auto'
   */
  readonly responseMode?: 'auto' | 'json' | 'sse';
  /**
   * Whether clients with a session are offered what prompts log, from the level on that they ask for. The specification
   * has deprecated it since.
   * @default false
   */
  readonly logging?: boolean;
}

/**
 * Serves a runtime over Streamable HTTP: a listener to mount in `node:http`, Express and their like, with a
 * web-standard `fetch` for everything else. Mount it before any body parser: behind one it takes what that leaves in
 * `body`, and every request goes through the SDK.
 * @throws {TypeError} for options that contradict each other, or that no request could meet
 * @throws {RangeError} for limits that are none
 */
export function createHandler(runtime: Runtime, options: HandlerOptions): HttpHandler {
  const { responseMode = 'auto', logging = false } = options;
  const introduction = introductionOf(options);
  const onOverrun = (work: Promise<void>) => endpoint.hold(work);
  const connection = { introduction, responseMode, logging, onOverrun };
  const open = (sessionIdGenerator?: () => string) => openConnection(runtime, connection, sessionIdGenerator);
  const endpoint = new Endpoint({ open, guards, logger: runtime.logger }, options);
  const lane = responseMode === 'sse' ? undefined : endpoint.lane({ runtime, strangerOf, logging });
  return toHttpHandler(endpoint, lane);
}
