import type { ServedRuntime } from '@cuecard/core';
import { type HttpHandler, listen, type ListeningServer, type ListenOptions } from '../server/listen.js';
import { serveLines, type ServeStdioOptions } from '../stdio/serve-lines.js';
import { createEndpoint, type HandlerOptions } from './create-endpoint.js';
import { handlerOptions, httpOptions, stdioOptions } from './known-options.js';

/** Options for listening, in addition to those of a handler. */
type ListeningOptions = Omit<ListenOptions, 'allowedHosts'>;

export interface ServeHttpOptions extends HandlerOptions, ListeningOptions {}

/**
 * Serves a runtime over Streamable HTTP. Returns a listener for `node:http`, Express and similar frameworks, with a
 * web-standard `fetch` for all others. Mount it before any body parser; after a body parser, it uses the parsed `body`.
 * @throws {TypeError} if an option does not exist, options contradict each other, or no request could meet them
 * @throws {RangeError} if a limit is invalid, or one of the `stateKeys` is shorter than 32 bytes
 */
export function createHandler(runtime: ServedRuntime, options: HandlerOptions): HttpHandler {
  return createEndpoint(runtime, handlerOptions('createHandler', options));
}

/**
 * Serves a runtime over Streamable HTTP, by default on loopback.
 * @returns the `url` for clients, and `close`, which finishes every request that has arrived; with `trustedProxies`, it
 * first reports “not ready” for `unreadyMs`
 * @throws {TypeError} if other machines can reach the `host` and `allowedHosts` is empty, if options contradict each
 * other, or if no request could satisfy them
 * @throws {RangeError} if a limit is invalid, or one of the `stateKeys` is shorter than 32 bytes
 */
export function serveHttp(runtime: ServedRuntime, options: ServeHttpOptions): Promise<ListeningServer> {
  const known = httpOptions(options);
  // The listening server waits for load balancers instead, because it has to keep listening during that time.
  return withAwaitHint(listen(createEndpoint(runtime, { ...known, unreadyMs: 0 }), known));
}

/**
 * Serves a runtime to one client over stdin and stdout, until the client closes them. Until then, other output of the
 * process, such as `console.log`, goes to stderr, unless the `stdout` option is set. Requests run in the asynchronous
 * context of the call to `serveStdio`, so that they see the same `AsyncLocalStorage`.
 * @returns `close`, which answers the pending requests and then releases the streams
 * @throws {TypeError} if an option does not exist or is of the wrong kind
 * @throws {RangeError} if a limit is invalid, or one of the `stateKeys` is shorter than 32 bytes
 */
export async function serveStdio(
  runtime: ServedRuntime,
  options: ServeStdioOptions,
): Promise<{ close(): Promise<void> }> {
  return serveLines(runtime, stdioOptions(options));
}

/**
 * Adds getters that throw to the promise of a server, because code that forgets `await` would otherwise read
 * `undefined`.
 */
function withAwaitHint(listening: Promise<ListeningServer>): Promise<ListeningServer> {
  for (const member of ['url', 'close'] satisfies (keyof ListeningServer)[])
    Object.defineProperty(listening, member, {
      get() {
        throw new TypeError(`serveHttp() returns a promise: await it before you use \`${member}\``);
      },
    });
  return listening;
}
