import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Returns what a client gets of the bytes that a server sends to it, one chunk after the other. */
type Passing = (chunk: Buffer) => Buffer;

/** Stands between a client and a server, and can be cut as a network can: nothing comes through, and nothing is closed. */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(to: number, passing: () => Passing) {
    this.#server = createServer((near) => {
      const far = connect(to, '127.0.0.1');
      this.#hold(near, far);
      this.#hold(far, near, passing());
    }).listen(0, '127.0.0.1');
  }

  /** @param passing makes for each connection what lets bytes of the server pass */
  static async start(to: number, passing = (): Passing => asTheyAre): Promise<Relay> {
    const relay = new Relay(to, passing);
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

  #hold(from: Socket, to: Socket, pass = asTheyAre): void {
    this.#sockets.add(from);
    from
      .on('data', (chunk) => void to.write(pass(chunk)))
      .on('error', () => {})
      .on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    if (this.#isCut) from.pause();
  }
}

const asTheyAre: Passing = (chunk) => chunk;
