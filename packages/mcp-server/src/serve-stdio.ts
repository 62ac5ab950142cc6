import type { ServedRuntime } from '@cuecard/core';
import { type RequestStateOptions, serveLines, type ServeStdioOptions as Options } from '@cuecard/transports';
import { sdk } from './sdk.js';

export interface ServeStdioOptions extends Options, RequestStateOptions {}

/**
 * Serves a runtime to the one client at the other end of stdin and stdout, until that end closes. Nothing else may
 * write to stdout meanwhile.
 * @returns `close`, which answers what has been asked already and then lets go of the streams
 * @throws {RangeError} for a `stateKey` of less than 32 bytes, and for invalid limits
 */
export async function serveStdio(
  runtime: ServedRuntime,
  options: ServeStdioOptions,
): Promise<{ close(): Promise<void> }> {
  return serveLines(sdk, runtime, options);
}
