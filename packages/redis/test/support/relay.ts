import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server, and can be cut as a network can: nothing comes through, and nothing is closed. */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(to: number) {
    this.#server = createServer((near) => {
      const far = connect(to, '127.0.0.1');
      this.#hold(near, far);
      this.#hold(far, near);
    }).listen(0, '127.0.0.1');
  }

  static async start(to: number): Promise<Relay> {
    const relay = new Relay(to);
    await once(relay.#server, 'listening');
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The relay is closed');
    return address.port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #hold(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from
      .on('data', (chunk) => void to.write(chunk))
      .on('error', () => {})
      .on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    if (this.#isCut) from.pause();
  }
}
