import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedRuntime } from '@cuecard/core';
import type { BindOptions } from '../binding/bind.js';
import type { Sdk } from '../binding/sdk.js';
import { modernOptions } from '../modern/modern-options.js';
import type { RequestStateOptions } from '../rounds/request-state.js';
import { ANY_TIME, limit } from '../shared/limit.js';
import { introductionOf, type ServerIdentity } from '../shared/server-identity.js';
import { guardStdout } from './guarded-stdout.js';
import { LineServer } from './line-server.js';
import { LineTransport, type StdioStreams } from './line-transport.js';

export interface ServeStdioOptions extends ServerIdentity, StdioStreams, Pick<BindOptions, 'auth' | 'logging'> {
  /**
   * How long `close` waits for requests in flight, in milliseconds, up to 24 days.
   * @default 10000
   */
  readonly drainMs?: number;
  /**
   * Whether requests that need only an answer bypass the SDK, many times as fast and with the same answers. With
   * `logging` none do.
   * @default true
   */
  readonly lane?: boolean;
}

type AllOptions = ServeStdioOptions & RequestStateOptions;

/** Serves a runtime through an SDK to the client on stdin and stdout. */
export async function serveLines(
  sdk: Sdk,
  runtime: ServedRuntime,
  options: AllOptions,
): Promise<{ close(): Promise<void> }> {
  if (options.stdout !== undefined) return serve(sdk, runtime, options);
  const { stdout, release } = guardStdout();
  try {
    return await serve(sdk, runtime, { ...options, stdout, closed: release });
  } catch (error) {
    release();
    throw error;
  }
}

async function serve(
  sdk: Sdk,
  runtime: ServedRuntime,
  options: AllOptions & { readonly closed?: () => void },
): Promise<{ close(): Promise<void> }> {
  const { auth, logging = false, lane = true, drainMs = 10_000 } = options;
  limit('drainMs', drainMs, { ...ANY_TIME, least: 0 });
  const introduction = introductionOf(options);
  const transport = new LineTransport(options, auth);
  const server = await LineServer.open({
    sdk,
    runtime,
    introduction,
    modern: modernOptions(sdk, { runtime, introduction, auth, logging }, options),
    auth,
    logging,
    send: (message) => transport.send(message),
    ended: () => void transport.close(),
  });
  if (lane && !logging) transport.lane = server.lane();
  transport.onmessage = (message) => server.receive(message);
  transport.oninitialized = () => server.questions.introduced();
  transport.ondrain = () => server.questions.end(); // Answers to them would not be read.
  transport.onclose = () => {
    transport.lane?.close();
    options.closed?.();
    void server.close();
  };
  transport.start();
  return {
    async close() {
      await Promise.race([transport.drain(), sleep(drainMs, undefined, { ref: false })]);
      await server.close();
    },
  };
}
