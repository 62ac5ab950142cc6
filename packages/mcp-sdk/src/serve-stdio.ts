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
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { BindOptions } from './bind.js';
import { guards } from './guards.js';
import { connect } from './server.js';

export interface ServeStdioOptions extends ServerIdentity, StdioStreams, Pick<BindOptions, 'auth' | 'logging'> {
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
 * @throws {RangeError} for limits that are none
 */
export async function serveStdio(runtime: Runtime, options: ServeStdioOptions): Promise<{ close(): Promise<void> }> {
  const { auth, logging = false } = options;
  const { drainMs = 10_000 } = options;
  limit('drainMs', drainMs, { ...ANY_TIME, least: 0 });
  const transport = new LineTransport<JSONRPCMessage>(guards, options);
  const connected = await connect(runtime, { introduction: introductionOf(options), transport, auth, logging });
  connected.questions.awaitIntroduction();
  transport.oninitialized = () => connected.questions.introduced();
  transport.ondrain = () => connected.questions.end(); // No answer to them would be taken in.
  return {
    async close() {
      await Promise.race([transport.drain(), sleep(drainMs, undefined, { ref: false })]);
      await connected.close();
    },
  };
}
