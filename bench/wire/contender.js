// A server under comparison, and its client.
import { ServerProcess } from '../servers/server-process.js';
import { HttpClients } from './http-clients.js';
import { checkedParams } from './requests.js';
import { StdioClient } from './stdio-client.js';

export class Contender {
  #process;
  #client;
  #load;
  #lengths;

  /** @param definitions the kind and the number of the server's definitions */
  static async start({ dialect, ...server }, definitions) {
    const contender = new Contender();
    contender.#process = ServerProcess.of(server, definitions);
    contender.#client =
      server.transport === 'http'
        ? await HttpClients.open(await contender.#process.ready, dialect)
        : await StdioClient.open(contender.#process.child);
    return contender;
  }

  async request(message) {
    return (await this.#client.exchange(message)).message;
  }

  /** Checks the results of a method; returns the lengths of the responses, in bytes. */
  async prepare(method, count) {
    this.#lengths = [];
    const params = await checkedParams(method, count, async (request) => {
      const { message, length } = await this.#client.exchange(request);
      this.#lengths.push(length);
      return message;
    });
    this.#load = this.#client.loadOf(method, params);
    return this.#lengths;
  }

  /** Sends requests for a while, or a number of them, after a lead-in that does not count. */
  async round({ leadIn = 0, milliseconds, requests = Infinity }) {
    await this.#client.connect();
    if (leadIn > 0) await this.#run({ milliseconds: leadIn });
    const before = await this.#process.ask('cpu');
    const { count, seconds } = await this.#run({ milliseconds, requests });
    const after = await this.#process.ask('cpu');
    this.#client.disconnect();
    return { count, perSecond: count / seconds, cpu: (after - before) / count };
  }

  async #run({ milliseconds, requests = Infinity }) {
    const start = performance.now();
    let sent = 0;
    const isOver = () => (sent += 1) >= requests || performance.now() >= start + milliseconds;
    const count = await this.#client.run(this.#load, this.#lengths, isOver);
    return { count, seconds: (performance.now() - start) / 1_000 };
  }

  memory() {
    return this.#process.ask('memory');
  }

  end() {
    return this.#process.end();
  }
}
