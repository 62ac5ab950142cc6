import { setTimeout as sleep } from 'node:timers/promises';
import type { PromptRuntime } from '@cuecard/core';
import { ANY_TIME, limit, LineTransport, type ServerIdentity, type StdioStreams } from '@cuecard/http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { BindOptions } from './bind.js';
import { guards } from './guards.js';
import { RequestState, type RequestStateOptions } from './request-state.js';
import { type Made, makeServer } from './server.js';
import { StdioListeners } from './stdio-listeners.js';

export interface ServeStdioOptions
  extends ServerIdentity, StdioStreams, RequestStateOptions, Pick<BindOptions, 'auth' | 'logging'> {
  /**
   * How long `close` waits for requests in flight, in milliseconds, up to 24 days.
   * @default 10000
   */
  readonly drainMs?: number;
}

/**
 * Serves a runtime to the one client at the other end of stdin and stdout, until that end closes. Nothing else may
 * write to stdout meanwhile.
 * @returns `close`, which answers what has been asked already and then lets go of the streams
 * @throws {RangeError} for a `stateKey` of less than 32 bytes, and for limits that are none
 */
export async function serveStdio(
  runtime: PromptRuntime,
  options: ServeStdioOptions,
): Promise<{ close(): Promise<void> }> {
  const { drainMs = 10_000 } = options;
  limit('drainMs', drainMs, { ...ANY_TIME, least: 0 });
  const transport = new LineTransport<JSONRPCMessage>(guards, options);
  const { auth, logging = false } = options;
  const making = { identity: options, auth, logging, state: new RequestState(options) };
  // One for the connection, or two, when the client first finds out which revisions are served.
  let made: Made | undefined;
  const served = serve(() => (made = makeServer(runtime, making)).server, { transport });
  transport.ondrain = () => made?.peer.questions.end(); // No answer to them would be taken in.
  if (runtime.resources?.canSubscribe) {
    const tell = (uri: string) => {
      made?.server.sendResourceUpdated({ uri }).catch((error: unknown) => made?.server.onerror?.(error as Error));
    };
    new StdioListeners(runtime.resources, { auth, tell }).observe(transport);
  }
  return {
    async close() {
      await Promise.race([transport.drain(), sleep(drainMs, undefined, { ref: false })]);
      await served.close();
    },
  };
}
