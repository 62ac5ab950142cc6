import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Connects its stdin and stdout to a port. */
const RELAY = `const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1');
process.stdin.pipe(socket).pipe(process.stdout);`;

/** A stdio server that runs in this process. The command that a client starts relays its streams. */
export class StdioRelay {
  readonly #server = createServer();
  readonly #sockets = new Set<Socket>();

  /** @param serve serves one client over a stream that replaces stdin and stdout */
  static async start(serve: (stream: Duplex) => Promise<unknown>): Promise<StdioRelay> {
    const relay = new StdioRelay();
    relay.#server.on('connection', (socket) => {
      relay.#sockets.add(socket);
      socket.on('error', () => {}); // A client kills its command when it closes.
      void serve(socket);
    });
    await once(relay.#server.listen(0, '127.0.0.1'), 'listening');
    return relay;
  }

  /** The command that starts the server. */
  get command(): readonly string[] {
    const { port } = this.#server.address() as AddressInfo;
    return [process.execPath, '-e', RELAY, String(port)];
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
