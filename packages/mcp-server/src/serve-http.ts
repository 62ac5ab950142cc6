import type { ServedRuntime } from '@cuecard/core';
import { listen, type Listening, type ListenOptions } from '@cuecard/transports';
import { createHandler, type HandlerOptions } from './create-handler.js';

export interface ServeHttpOptions extends HandlerOptions, Omit<ListenOptions, 'allowedHosts'> {}

/**
 * Serves a runtime over Streamable HTTP, on loopback unless told otherwise.
 * @returns the `url` for clients, and `close`, which finishes every request that has arrived
 * @throws {TypeError} for a `host` that other machines can reach, without `allowedHosts`; for options that contradict each
 * other, or that no request could meet
 * @throws {RangeError} for limits that are none
 */
export function serveHttp(runtime: ServedRuntime, options: ServeHttpOptions): Promise<Listening> {
  return listen(createHandler(runtime, options), options);
}
