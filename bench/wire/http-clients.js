// The clients of a server over HTTP: one for each connection, each with a session of its own if the dialect has sessions.
import { numbers } from '../definitions/review.js';
import { Connection } from './connection.js';
import { bytesOf, messageOf, openSession, send, SESSION } from './requests.js';

const CLIENTS = numbers(32);
/** All ids have the same length. */
const FIRST_ID = 100;

export class HttpClients {
  #port;
  #dialect;
  #sessionIds = [];
  #connections = [];

  static async open({ port }, dialect) {
    const clients = new HttpClients();
    clients.#port = port;
    clients.#dialect = dialect;
    if (dialect === SESSION) for (const _ of CLIENTS) clients.#sessionIds.push(await openSession(port));
    return clients;
  }

  /** Sends a request on a connection of its own; returns the message that answers it, and the length of the response. */
  async exchange(message) {
    const { body, length } = await send(this.#port, this.#bytes(message, 0));
    return { message: messageOf(body()), length };
  }

  /** The bytes that each client sends in turn. */
  loadOf(method, params) {
    return CLIENTS.map((client) => params.map((each) => this.#bytes({ method, params: each }, client)));
  }

  async connect() {
    this.#connections = await Promise.all(CLIENTS.map(() => Connection.open(this.#port)));
  }

  disconnect() {
    for (const connection of this.#connections.splice(0)) connection.disconnect();
  }

  /**
   * Sends requests on all connections until the time is over; returns their number.
   * @param lengths of the responses to a load, whose content has been checked
   * @throws {Error} if a response has another status or length
   */
  async run(load, lengths, isOver) {
    const runs = this.#connections.map((connection, client) =>
      repeat(connection, { requests: load[client], lengths, isOver }),
    );
    return (await Promise.all(runs)).reduce((sum, count) => sum + count);
  }

  #bytes(message, client) {
    const sessionId = this.#sessionIds[client];
    return bytesOf(this.#port, message, { dialect: this.#dialect, id: FIRST_ID + client, sessionId });
  }
}

/** Sends one request after the other, at least one. */
function repeat(connection, { requests, lengths, isOver }) {
  return new Promise((resolve, reject) => {
    let count = 0;
    const request = () => connection.request(requests[count % requests.length], receive);
    const receive = (response) => {
      if (response?.status !== 200 || response.length !== lengths[count % lengths.length])
        return reject(new Error(`Got status ${response?.status} and ${response?.length} bytes during a round`));
      count += 1;
      return isOver() ? resolve(count) : request();
    };
    request();
  });
}
