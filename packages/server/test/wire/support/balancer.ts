import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A balancer without affinity. It sends each request to the next instance, and to another one if that instance rejects
 * it.
 */
export class Balancer {
  /** The URLs of the instances. */
  instances: readonly string[];
  /** The URLs of the instances that have answered requests, and the HTTP methods. */
  readonly answered: { readonly url: string; readonly method: string | undefined }[] = [];
  readonly #server: Server;
  #next = 0;

  private constructor(instances: readonly string[]) {
    this.instances = instances;
    this.#server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing));
  }

  static async start(instances: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(instances);
    await once(balancer.#server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  /** Cuts off all connections. */
  cutOff(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cutOff();
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const first = (this.#next += 1);
    const { instances } = this;
    for (let tries = 0; tries < instances.length; tries += 1) {
      const url = instances[(first + tries) % instances.length] ?? '';
      const answer = await ask(url, incoming, body).catch(() => undefined);
      if (answer === undefined || answer.statusCode === 503) continue; // The instance has closed, or is closing.
      this.answered.push({ url, method: incoming.method });
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers).flushHeaders();
      outgoing.once('close', () => answer.destroy());
      answer.once('error', () => outgoing.destroy()); // The instance was killed.
      answer.pipe(outgoing);
      return;
    }
    outgoing.writeHead(502).end();
  }
}

async function ask(url: string, { method, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const outgoing = request(url, { method, headers, agent: false });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}
