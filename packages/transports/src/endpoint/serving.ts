import type { ServedRuntime } from '@cuecard/core';
import type { Sdk } from '../binding/sdk.js';
import type { RequestStateOptions } from '../rounds/request-state.js';
import type { HttpHandler } from '../server/handler.js';
import { listen, type Listening, type ListenOptions } from '../server/listen.js';
import { serveLines, type ServeStdioOptions } from '../stdio/serve-lines.js';
import { createEndpoint, type HandlerOptions, type ListenerOptions } from './create-endpoint.js';

// The public face of an adapter. Each function is made by itself, so that a bundle has only those that it uses.

/** The options of an SDK that serves revisions since 2026-07-28. */
export type ModernOptions = ListenerOptions & RequestStateOptions;

/** Options for listening, beside those of a handler. */
export type ListeningOptions = Omit<ListenOptions, 'allowedHosts'>;

export interface CreateHandler<Options extends HandlerOptions = HandlerOptions> {
  /**
   * Serves a runtime over Streamable HTTP: a listener to mount in `node:http`, Express and their like, with a
   * web-standard `fetch` for everything else. Mount it before any body parser: behind one it takes what that leaves in
   * `body`.
   * @throws {TypeError} for options that contradict each other, or that no request could meet
   * @throws {RangeError} for invalid limits, and for a `stateKey` of less than 32 bytes
   */
  (runtime: ServedRuntime, options: Options): HttpHandler;
}

export interface ServeHttp<Options extends HandlerOptions = HandlerOptions> {
  /**
   * Serves a runtime over Streamable HTTP, on loopback unless told otherwise.
   * @returns the `url` for clients, and `close`, which finishes every request that has arrived
   * @throws {TypeError} for a `host` that other machines can reach, without `allowedHosts`; for options that contradict
   * each other, or that no request could meet
   * @throws {RangeError} for invalid limits, and for a `stateKey` of less than 32 bytes
   */
  (runtime: ServedRuntime, options: Options & ListeningOptions): Promise<Listening>;
}

export interface ServeStdio<Options extends ServeStdioOptions = ServeStdioOptions> {
  /**
   * Serves a runtime to the one client at the other end of stdin and stdout, until that end closes. Nothing else may
   * write to stdout meanwhile.
   * @returns `close`, which answers what has been asked already and then lets go of the streams
   * @throws {RangeError} for invalid limits, and for a `stateKey` of less than 32 bytes
   */
  (runtime: ServedRuntime, options: Options): Promise<{ close(): Promise<void> }>;
}

export function createHandlerWith(sdk: Sdk): CreateHandler<HandlerOptions & ModernOptions> {
  return (runtime, options) => createEndpoint(sdk, runtime, options);
}

export function serveHttpWith(sdk: Sdk): ServeHttp<HandlerOptions & ModernOptions> {
  return (runtime, options) => listen(createEndpoint(sdk, runtime, options), options);
}

export function serveStdioWith(sdk: Sdk): ServeStdio<ServeStdioOptions & RequestStateOptions> {
  return (runtime, options) => serveLines(sdk, runtime, options);
}
