import type { createServer, IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { addressIn, type AddressOptions, toListenError } from './address.js';
import { pathIn } from '../edge/head.js';
import { bodyLimits, type BodyOptions } from '../edge/body.js';
import { Shutdown, type ShutdownOptions } from '../edge/shutdown.js';
import { Health, type HealthOptions } from './health.js';
import { ANY_SIZE, ANY_TIME, limit } from '../shared/limit.js';
import { isMetadataPath } from '../auth/protected-resource.js';
import { QueuedRequests } from './queued-requests.js';
import { type ServerPaths, serverPaths, OtherPaths, type OtherPathsOptions } from './paths.js';

/** Answers web-standard requests. */
export interface FetchHandler {
  fetch(request: Request): Promise<Response>;
  /** Whether load balancers should send requests. Without this method, they always should. */
  isReady?(): boolean;
  /** Accepts requests for `unreadyMs` more, finishes pending requests, then ends the clients' open streams. */
  close(): Promise<void>;
}

/** Answers requests of `node:http`, Express and similar frameworks. */
export type HttpHandler = RequestListener & FetchHandler;

export interface ListenOptions
  extends
    AddressOptions,
    Pick<BodyOptions, 'bodyTimeoutMs'>,
    ShutdownOptions,
    ServerPaths,
    HealthOptions,
    OtherPathsOptions {
  /**
   * The time limit for the head of a request, and for the first request of a connection, in milliseconds, up to 24
   * days. After it, the server responds with 408 and closes the connection.
   * @default 10000
   */
  readonly headersTimeoutMs?: number;
  /**
   * The maximum number of connections. Further connections are closed immediately. `Infinity` removes the limit.
   * @default 10000
   */
  readonly maxConnections?: number;
  /**
   * How long `close` waits for pending requests before it aborts them, in milliseconds, up to 24 days; 0 aborts
   * immediately.
   * @default 10000
   */
  readonly drainTimeoutMs?: number;
}

/** A listening server. */
export interface ListeningServer {
  /** The URL for clients. */
  readonly url: string;
  /**
   * Continues to serve for `unreadyMs`, then accepts no further connections, finishes every request that has arrived,
   * and ends.
   */
  close(): Promise<void>;
}

/** The time in which a request reaches this process from the kernel's buffers after the last accepted connection. */
const ARRIVAL_MS = 50;

/** The keep-alive time. It is longer than that of common proxies, which is a minute. */
const KEEP_ALIVE_MS = 65_000;

/**
 * The time by which the limit for a whole request exceeds the limits for its parts, so that the more precise errors of
 * the parts come first.
 */
const GRACE_MS = 1_000;

/**
 * Serves a handler over HTTP. If the address is unavailable, closes the handler.
 * @throws {TypeError} if other machines can reach the host and `allowedHosts` is empty
 * @throws {TypeError} if the host is not a string
 * @throws {RangeError} if the port or a limit is invalid
 * @throws {TypeError} if no request could have a path, or two paths are the same
 * @throws the error of `node:net` if the address is unavailable; if the port is in use, an error with the same `code`
 * and a remedy
 */
export async function listen(handler: HttpHandler, options: ListenOptions = {}): Promise<ListeningServer> {
  try {
    return await serve(handler, options);
  } catch (error) {
    await handler.close(); // No other code closes the handler.
    throw error;
  }
}

async function serve(handler: HttpHandler, options: ListenOptions): Promise<ListeningServer> {
  const address = addressIn(options);
  const paths = serverPaths(options);
  // Loads the HTTP server only here, because serving over stdio does not need it.
  const { createServer: create } = await import('node:http');
  const connections = new Connections(create, handler, { ...options, ...paths });
  const { server } = connections;
  const { port, host } = address;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch(
    (error: NodeJS.ErrnoException) => {
      throw toListenError(error, address);
    },
  );
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${paths.path}`,
    close: () => connections.close(),
  };
}

class Connections {
  readonly server: Server;
  readonly #handler: HttpHandler;
  readonly #health: Health;
  readonly #others: OtherPaths;
  /** The open connections, each with the last response on it. */
  readonly #last = new Map<Socket, ServerResponse | undefined>();
  readonly #queued = new QueuedRequests();
  readonly #closing: Shutdown;
  #draining = false;

  constructor(create: typeof createServer, handler: HttpHandler, options: ListenOptions & Required<ServerPaths>) {
    const { path, maxConnections = 10_000, drainTimeoutMs = 10_000 } = options;
    limit('drainTimeoutMs', drainTimeoutMs, { ...ANY_TIME, min: 0 });
    this.#closing = new Shutdown(options, () => this.#drain(drainTimeoutMs));
    this.#others = new OtherPaths(options);
    this.#handler = handler;
    this.#health = new Health(options, () => !this.#closing.hasBegun && handler.isReady?.() !== false);
    this.server = create({ ...timeouts(options), requireHostHeader: false }, (request, response) => {
      if (!this.#accept(request, response)) return;
      if (hasHost(request)) this.#answer(path, request, response);
      else response.writeHead(400, { connection: 'close' }).end();
    });
    // Answers these requests itself: Node would queue any number, and also answer requests without a host.
    this.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      if (this.#accept(request, response)) response.writeHead(417).end();
    });
    // Otherwise Node's `close` would cut off connections whose next request is on its way.
    this.server.closeIdleConnections = () => {};
    this.server.maxConnections = limit('maxConnections', maxConnections, ANY_SIZE); // In Node 20, 0 means no limit.
    this.server.on('connection', (socket) => {
      this.#last.set(socket, undefined);
      socket.once('close', () => this.#last.delete(socket));
    });
  }

  /** Counts a request; returns whether the server answers it. */
  #accept({ socket }: IncomingMessage, response: ServerResponse): boolean {
    this.#last.set(socket, response);
    if (this.#draining) response.shouldKeepAlive = false;
    return this.#queued.admits(socket, response);
  }

  close(): Promise<void> {
    return this.#closing.close();
  }

  async #drain(drainTimeoutMs: number): Promise<void> {
    const ended = new Promise<void>((resolve) => this.server.once('close', resolve));
    const cutOff = setTimeout(() => this.server.closeAllConnections(), drainTimeoutMs);
    await sleep(0); // Accepts the connections that the kernel has accepted before listening ends.
    this.server.close();
    this.#draining = true;
    for (const response of this.#last.values()) if (response !== undefined) response.shouldKeepAlive = false;
    await sleep(ARRIVAL_MS);
    await turn(); // A busy process reads arrived requests only now.
    await Promise.race([this.#handler.close(), ended]);
    this.#hangUp();
    await ended;
    clearTimeout(cutOff);
  }

  #answer(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.url === path) return void this.#handler(request, response);
    const requested = pathOf(request.url);
    if (requested === path || isMetadataPath(requested)) this.#handler(request, response);
    else if (!this.#health.answer(requested, request, response)) this.#others.answer(request, response);
  }

  // Closes connections without a first request, because Node does not count them as idle.
  #hangUp(): void {
    for (const [socket, response] of this.#last) {
      // Closes the connection of a stream, because the head of its response has announced keep-alive.
      if (response?.writableFinished === false) response.once('close', () => socket.destroySoon());
      else socket.destroy();
    }
    this.server.close();
  }
}

/** HTTP/1.1 requires a host (RFC 9112, section 3.2). */
function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion !== '1.1';
}

function pathOf(url = '/'): string | undefined {
  return pathIn(url).split('?', 1)[0];
}

/** The timeouts of Node. */
function timeouts(options: ListenOptions): ServerOptions {
  const { headersTimeoutMs = 10_000 } = options;
  limit('headersTimeoutMs', headersTimeoutMs, ANY_TIME);
  return {
    headersTimeout: headersTimeoutMs,
    requestTimeout: headersTimeoutMs + bodyLimits(options).bodyTimeoutMs + GRACE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.max(Math.ceil(headersTimeoutMs / 4), 50),
  };
}
