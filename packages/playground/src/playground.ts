import type { RequestListener } from 'node:http';
import type { ServedRuntime } from '@cuecard/core';
import type { PlaygroundOptions } from './options.js';

/** A page for a server, and what the server needs to do for it. */
export interface Playground {
  /** What to serve in place of the runtime: the page's log sees every call. */
  readonly served: ServedRuntime;
  /** What answers requests for the page: the option `fallback` of `serveHttp`. */
  readonly listener: RequestListener;
  /** The address of the page for the person at this machine; it contains the token of this server. */
  urlFor(endpoint: string): string;
  /** Ends the streams of open pages. */
  close(): void;
}

/** Makes a playground for a runtime. */
export function createPlayground({ runtime, served = runtime }: PlaygroundOptions): Playground {
  return {
    served,
    listener: (_request, response) => void response.writeHead(404).end(),
    urlFor: (endpoint) => new URL('/', endpoint).href,
    close() {},
  };
}
