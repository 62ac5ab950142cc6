import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ServedRuntime } from '@cuecard/core';
import type { ServerIdentity } from '@cuecard/server';
import { Access } from './http/access.js';
import { CallerEndpoint } from './http/caller-endpoint.js';
import { EventStreams } from './http/event-streams.js';
import { pageListener } from './http/page-listener.js';
import { CallLog, LoggedRuntime } from './log/call-log.js';
import { type PlaygroundOptions, addressOf } from './options.js';
import { routesOf } from './routes.js';

/** A page for a server, with the runtime and the listener to serve. */
export interface Playground {
  /** The runtime to serve, which logs every call for the page. */
  readonly served: ServedRuntime;
  /** Answers requests for the page. Pass it as the option `fallback` of `serveHttp`, which checks `Host` first. */
  readonly listener: RequestListener;
  /** The address of the page for the user of this machine. It contains the token of this server. */
  urlFor(endpoint: string): string;
  /** Ends the streams of open pages, and forgets the log. Call it before the server is closed, which waits for them. */
  close(): void;
}

/** The folder of the built page, relative to the bundle. */
const PAGE = './page/';

/**
 * Creates a playground for a runtime.
 * @throws {TypeError} if the token is too short, or is not base64url
 */
export function createPlayground(options: PlaygroundOptions): Playground {
  const { runtime } = options;
  const access = new Access(options.token);
  const streams = new EventStreams(() => {
    const send = (event: object) => streams.send([JSON.stringify(event)]);
    const ends = [runtime.onListChanged((kind) => send({ type: 'list-changed', kind })), options.onEvent?.(send)];
    return () => {
      for (const end of ends) end?.();
    };
  });
  const log = new CallLog(
    (calls) => streams.send(calls.map((call) => `{"type":"call","call":${call}}`)),
    (id) => options.thrown?.(id),
  );
  const served = new LoggedRuntime(options.served ?? runtime, log);
  const callers = new CallerEndpoint(served, serverIdentity(options));
  const folder = fileURLToPath(new URL(PAGE, import.meta.url));
  return {
    served,
    listener: pageListener({
      folder,
      access,
      routes: routesOf({ options, log, streams, callers }),
      logger: () => runtime.logger,
    }),
    urlFor: (endpoint) => addressOf(endpoint, access.token),
    close: () => {
      streams.close();
      callers.close();
      log.close();
    },
  };
}

function serverIdentity({ name, version, title }: PlaygroundOptions): ServerIdentity {
  return { name, version, ...(title !== undefined && { title }) };
}
