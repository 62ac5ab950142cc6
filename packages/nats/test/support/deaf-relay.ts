import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a NATS server, and drops the entries of buckets that the server sends by itself. */
export class DeafRelay {
  readonly #server: Server;
  readonly #sockets: Socket[] = [];

  private constructor(to: number) {
    this.#server = createServer((near) => {
      const far = connect(to, '127.0.0.1').on('error', () => {});
      this.#sockets.push(
        near.on('error', () => {}),
        far,
      );
      near.pipe(far);
      let rest = Buffer.alloc(0);
      far.on('data', (chunk: Buffer) => {
        rest = Buffer.concat([rest, chunk]);
        for (let length = lengthOfFirst(rest); length !== undefined; length = lengthOfFirst(rest)) {
          const frame = rest.subarray(0, length);
          rest = rest.subarray(length);
          if (!/^H?MSG \$KV\./.test(frame.toString('latin1', 0, 10))) near.write(frame);
        }
      });
    }).listen(0, '127.0.0.1');
  }

  static async start(to: number): Promise<DeafRelay> {
    const relay = new DeafRelay(to);
    await once(relay.#server, 'listening');
    return relay;
  }

  get port(): number {
    return Number(Object(this.#server.address()).port);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

/** A line; of a message also as many bytes as its last number says, and the end of their line. */
function lengthOfFirst(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n');
  if (end === -1) return undefined;
  const line = bytes.toString('latin1', 0, end);
  const length = end + 2 + (/^H?MSG /.test(line) ? Number(line.split(' ').at(-1)) + 2 : 0);
  return bytes.length < length ? undefined : length;
}
