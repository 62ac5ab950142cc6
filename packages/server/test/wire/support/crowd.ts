import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { headers } from './raw.ts';

/** Returns the bytes of a POST. */
export function requestOf(url: string, body: string, extra: Readonly<Record<string, string>>): Buffer {
  const { host, pathname } = new URL(url);
  const head = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)), ...extra });
  return Buffer.from(
    `POST ${pathname} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

/** Open connections whose requests arrive at the same time. */
export class Crowd {
  readonly #sockets: readonly Socket[];

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
  }

  static async at(url: string, size: number): Promise<Crowd> {
    const { port, hostname } = new URL(url);
    const accepted = untilAccepted(Number(port), size);
    const sockets = Array.from({ length: size }, () => connect(Number(port), hostname));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await accepted; // From here on, the server reads all requests in one turn.
    return new Crowd(sockets);
  }

  /** Sends a request over each connection: the first piece over all connections, then the second. */
  async ask(requests: readonly (readonly Buffer[])[]): Promise<string[]> {
    const answers = this.#sockets.map(statusOf);
    const pieces = Math.max(...requests.map(({ length }) => length));
    for (let piece = 0; piece < pieces; piece += 1) {
      if (piece > 0) await sleep(20); // Meanwhile, the server reads the previous piece from real sockets.
      for (const [at, socket] of this.#sockets.entries()) socket.write(requests[at]?.[piece] ?? '');
    }
    return Promise.all(answers);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Waits until a server of this process has accepted a number of connections. */
function untilAccepted(port: number, count: number): Promise<void> {
  let accepted = 0;
  return new Promise((resolve) => {
    const listener = (message: unknown) => {
      if ((message as { socket: Socket }).socket.localPort !== port) return;
      accepted += 1;
      if (accepted < count) return;
      unsubscribe('net.server.socket', listener);
      resolve();
    };
    subscribe('net.server.socket', listener);
  });
}

/** Resolves to the status line of a complete response, or to a note that the server disconnected. */
function statusOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.on('error', reject).on('close', () => resolve('The server hangs up'));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isWhole(received)) resolve(received.slice(0, received.indexOf('\r\n')));
    });
  });
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const [head, body] = [received.slice(0, end), received.slice(end + 4)];
  if (/transfer-encoding: chunked/i.test(head)) return body.endsWith('0\r\n\r\n');
  return body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1]);
}
