// A client at the other end of stdin and stdout: a message in each line.
import { HANDSHAKE, messageOf } from './requests.js';

const IN_FLIGHT = 16;
/** All ids have the same length. */
const FIRST_ID = 100_000_000;
const BREAK = 10;

export class StdioClient {
  #stdin;
  #rest;
  #receive;

  static async open({ stdin, stdout }) {
    const client = new StdioClient();
    client.#stdin = stdin;
    stdout.on('data', (chunk) => client.#read(chunk));
    const [initialize, { method }] = HANDSHAKE;
    await client.exchange(initialize);
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`);
    return client;
  }

  /** Sends a request; returns the message that answers it, and the length of the response. */
  async exchange(message) {
    const line = await new Promise((resolve) => {
      this.#receive = resolve;
      this.#stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: FIRST_ID, ...message })}\n`);
    });
    return { message: messageOf(line.toString()), length: line.length };
  }

  /** The parts of each line before and after its id. */
  loadOf(method, params) {
    return params.map((each) => JSON.stringify({ jsonrpc: '2.0', id: '#', method, params: each }).split('"#"'));
  }

  /** Does nothing: the process is the connection. */
  async connect() {}

  disconnect() {}

  /**
   * Keeps requests in flight until the time is over; returns their number.
   * @param lengths of the responses to a load, whose content has been checked
   * @throws {Error} if a response has another length
   */
  run(parts, lengths, isOver) {
    const expected = new Set(lengths); // Responses may arrive in another order.
    return new Promise((resolve, reject) => {
      let [sent, received] = [0, 0];
      const request = () => {
        const [before, after] = parts[sent % parts.length];
        this.#stdin.write(`${before}${FIRST_ID + sent}${after}\n`);
        sent += 1;
      };
      this.#receive = (line) => {
        if (!expected.has(line.length)) return reject(new Error(`Got ${line.toString()} during a round`));
        received += 1;
        if (!isOver()) return request();
        return received === sent && resolve(received);
      };
      while (sent < IN_FLIGHT) request();
    });
  }

  #read(chunk) {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(BREAK); end !== -1; end = bytes.indexOf(BREAK, start)) {
      this.#receive(bytes.subarray(start, end));
      start = end + 1;
    }
    this.#rest = start === bytes.length ? undefined : bytes.subarray(start);
  }
}
