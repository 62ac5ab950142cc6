import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthInput, ServedRuntime } from '@cuecard/core';
import { Listeners } from '../peer/listeners.js';
import { Service } from '../peer/service.js';
import type { RequestStateOptions } from '../rounds/request-state.js';
import { ANY_TIME, limit } from '../shared/limit.js';
import { describeServer, type ServerIdentity } from '../shared/server-identity.js';
import { guardStdout } from './guarded-stdout.js';
import { LineConnection, type StdioStreams } from './line-connection.js';

export interface ServeStdioOptions extends ServerIdentity, StdioStreams, RequestStateOptions {
  /**
   * The caller of every request, who is the local user.
   * @default none
   */
  readonly auth?: AuthInput | undefined;
  /**
   * Whether clients can receive the log of handlers: `logging` in the specification, which has since deprecated it.
   * @default false
   */
  readonly logging?: boolean;
  /**
   * How long `close` waits for pending requests, in milliseconds, up to 24 days.
   * @default 10000
   */
  readonly drainTimeoutMs?: number;
}

/** Serves a runtime to the client on stdin and stdout. */
export function serveLines(runtime: ServedRuntime, options: ServeStdioOptions): { close(): Promise<void> } {
  if (options.stdout !== undefined) return serve(runtime, options, () => {});
  const { stdout, release } = guardStdout();
  try {
    return serve(runtime, { ...options, stdout }, release);
  } catch (error) {
    release();
    throw error;
  }
}

function serve(runtime: ServedRuntime, options: ServeStdioOptions, closed: () => void): { close(): Promise<void> } {
  const { auth, logging = false, drainTimeoutMs = 10_000, stateKeys, stateTtlMs } = options;
  limit('drainTimeoutMs', drainTimeoutMs, { ...ANY_TIME, min: 0 });
  const description = describeServer(options);
  const listeners = new Listeners({ runtime, description, max: MAX_LISTENERS });
  const state = { ...(stateKeys && { stateKeys }), ...(stateTtlMs !== undefined && { stateTtlMs }) };
  const service = new Service({ runtime, description, logging, listeners, state });
  const connection = new LineConnection({ ...options, service, auth, closed });
  connection.start();
  return {
    async close() {
      await Promise.race([connection.drain(), sleep(drainTimeoutMs, undefined, { ref: false })]);
      await connection.close();
    },
  };
}

/** The maximum number of listening requests of one client. */
const MAX_LISTENERS = 1_000;
