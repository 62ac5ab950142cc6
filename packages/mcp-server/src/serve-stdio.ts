import { setTimeout as sleep } from 'node:timers/promises';
import type { Runtime } from '@cuecard/core';
import {
  ANY_TIME,
  introductionOf,
  limit,
  LineTransport,
  type ServerIdentity,
  type StdioStreams,
} from '@cuecard/transports';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { BindOptions } from './bind.js';
import { guards } from './guards.js';
import { RequestState, type RequestStateOptions } from './request-state.js';
import { StdioEras } from './stdio-eras.js';
import { StdioServers } from './stdio-servers.js';

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
export async function serveStdio(runtime: Runtime, options: ServeStdioOptions): Promise<{ close(): Promise<void> }> {
  const { auth, logging = false, drainMs = 10_000 } = options;
  limit('drainMs', drainMs, { ...ANY_TIME, least: 0 });
  const transport = new LineTransport<JSONRPCMessage>(guards, options);
  const servers = new StdioServers(runtime, {
    introduction: introductionOf(options),
    auth,
    logging,
    state: new RequestState(options),
  });
  const eras = new StdioEras(transport, (era, channel) => servers.serve(era, channel));
  transport.oninitialized = () => servers.introduced();
  transport.ondrain = () => servers.endQuestions(); // No answer to them would be taken in.
  await transport.start();
  return {
    async close() {
      await Promise.race([transport.drain(), sleep(drainMs, undefined, { ref: false })]);
      await eras.close();
    },
  };
}
