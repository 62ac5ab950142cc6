import type { Runtime } from '@cuecard/core';
import { type ListeningServer, serveHttp } from '@cuecard/server';
import { IDENTITY, type ServingOptions } from './listening.js';

/** Serves a runtime with `serveHttp`. */
export function serveCuecard(runtime: Runtime, { logging, streams }: ServingOptions): Promise<ListeningServer> {
  return serveHttp(runtime, { ...IDENTITY, port: 0, logging, responseMode: streams ? 'sse' : 'auto' });
}
