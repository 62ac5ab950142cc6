import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpHandler } from './handler.js';
import { type HostOptions, isLoopback } from './hosts.js';

export interface ListenOptions extends Pick<HostOptions, 'allowedHosts'> {
  /** @default 3917; 0 takes any free port */
  readonly port?: number;
  /**
   * The address to listen on. One that other machines can reach needs `allowedHosts`.
   * @default '127.0.0.1'
   */
  readonly host?: string;
  /** @default '/mcp' */
  readonly path?: string;
  /**
   * How long `close` waits for requests in flight before it cuts them off, in milliseconds.
   * @default 10000
   */
  readonly drainMs?: number;
}

/** A server that is listening. */
export interface Listening {
  /** Where clients connect to. */
  readonly url: string;
  /** Takes no more connections, finishes every request that has arrived, and ends. */
  close(): Promise<void>;
}

/** How long a request may take from the kernel's buffers to us once nothing new is accepted. */
const ARRIVAL_MS = 50;

/**
 * Serves a handler over HTTP.
 * @throws {TypeError} for a host that other machines can reach, without `allowedHosts`
 * @throws the error of `node:net` when the address cannot be listened on
 */
export async function listen(handler: HttpHandler, options: ListenOptions = {}): Promise<Listening> {
  const { port = 3917, host = '127.0.0.1', path = '/mcp', drainMs = 10_000, allowedHosts } = options;
  if (!isLoopback(host) && allowedHosts === undefined) {
    throw new TypeError(
      `Listening on ${host} lets other machines in: say in allowedHosts under which names they may ask`,
    );
  }
  const connections = new Connections(handler, path);
  const { server } = connections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  let closed: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${path}`,
    close: () => (closed ??= connections.drain(drainMs)),
  };
}

class Connections {
  readonly server: Server;
  readonly #handler: HttpHandler;
  readonly #sockets = new Set<Socket>();
  readonly #responses = new Set<ServerResponse>();
  #draining = false;

  constructor(handler: HttpHandler, path: string) {
    this.#handler = handler;
    this.server = createServer((request, response) => {
      this.#track(response);
      if (request.url === path || pathOf(request.url) === path) handler(request, response);
      else response.writeHead(404, { 'content-type': 'text/plain' }).end(`Nothing here: the MCP endpoint is ${path}\n`);
    });
    this.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  async drain(drainMs: number): Promise<void> {
    const ended = new Promise<void>((resolve) => this.server.once('close', resolve));
    const cutOff = setTimeout(() => this.server.closeAllConnections(), drainMs);
    await sleep(0); // Connections that the kernel has made are taken in before the door is shut.
    // Not http's own close: it would also cut connections whose next request is on its way.
    NetServer.prototype.close.call(this.server);
    this.#draining = true;
    for (const response of this.#responses) response.shouldKeepAlive = false;
    await sleep(ARRIVAL_MS);
    await Promise.race([this.#handler.close(), ended]);
    this.#hangUp();
    await ended;
    clearTimeout(cutOff);
  }

  // Node's own notion of an idle connection leaves out those that have never asked anything.
  #hangUp(): void {
    const busy = new Set([...this.#responses].map(({ socket }) => socket));
    for (const socket of this.#sockets) if (!busy.has(socket)) socket.destroy();
    this.server.close();
  }

  #track(response: ServerResponse): void {
    if (this.#draining) response.shouldKeepAlive = false;
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
  }
}

function pathOf(url = ''): string | undefined {
  return url.split('?', 1)[0];
}
