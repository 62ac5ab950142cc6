import type { ServedRuntime } from '@cuecard/core';
import { createEndpoint, type HandlerOptions, type HttpHandler } from '@cuecard/transports';
import { sdk } from './sdk.js';

export type { HandlerOptions };

/**
 * Serves a runtime over Streamable HTTP: a listener to mount in `node:http`, Express and their like, with a web-standard
 * `fetch` for everything else. Mount it before any body parser: behind one it takes what that leaves in `body`.
 * @throws {TypeError} for options that contradict each other, or that no request could meet
 * @throws {RangeError} for invalid limits
 */
export function createHandler(runtime: ServedRuntime, options: HandlerOptions): HttpHandler {
  return createEndpoint(sdk, runtime, options);
}
