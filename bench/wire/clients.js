// The clients of one server over HTTP: as many as there are connections, each with a session of its own where there are
// sessions.
import { Connection } from './connection.js';
import { bytesOf, introduced, introduction } from './dialects.js';
import { messageOf, questions } from './questions.js';

const CONNECTIONS = 32;
/** The least id, and one more for each connection: all of the same length. */
const FIRST_ID = 100;

export class Clients {
  #port;
  #dialect;
  #sessions = [];
  #connections = [];

  constructor(port, dialect) {
    this.#port = port;
    this.#dialect = dialect;
  }

  /** Asks once, on a connection of its own; gives the answer, which is no error. */
  async ask(question, client = 0) {
    const answer = await this.#answer(question, client);
    if (![200, 202].includes(answer?.status)) throw new Error(`${question.method} is answered with ${answer?.status}`);
    return answer;
  }

  /** Asks once; gives the message that comes back, which may be an error. */
  async tell(question) {
    const { body } = await this.#answer(question, 0);
    return messageOf(body());
  }

  async openSessions() {
    for (let client = 0; client < CONNECTIONS; client += 1) {
      const { head } = await this.ask(introduction, client);
      this.#sessions.push(/^mcp-session-id: *(\S+)/im.exec(head)?.[1]);
      await this.ask(introduced, client);
    }
  }

  /** What each connection asks in turn, as bytes, and how long each answer is; all answers have been looked at. */
  async prepare(method, count) {
    const lengths = [];
    const ask = async (question) => {
      const { body, length } = await this.ask(question);
      lengths.push(length);
      return messageOf(body());
    };
    const asked = await questions(method, count, ask);
    const asking = (client) => asked.map((params) => this.#bytes({ method, params }, client));
    return { lengths, requests: Array.from({ length: CONNECTIONS }, (_, client) => asking(client)) };
  }

  async connect() {
    this.#connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(this.#port)));
  }

  disconnect() {
    for (const connection of this.#connections.splice(0)) connection.close();
  }

  /**
   * Has all connections ask until it `isOver`; says how many answers there were.
   * @throws {Error} for an answer of another status or length than the one that has been looked at
   */
  async load({ lengths, requests }, isOver) {
    const counts = await Promise.all(
      this.#connections.map((connection, client) =>
        insist(connection, { requests: requests[client], lengths, isOver }),
      ),
    );
    return counts.reduce((sum, count) => sum + count);
  }

  async #answer(question, client) {
    const connection = await Connection.open(this.#port);
    const answer = await connection.answer(this.#bytes(question, client));
    connection.close();
    return answer;
  }

  #bytes(question, client) {
    const sessionId = this.#sessions[client];
    return bytesOf(question, { dialect: this.#dialect, id: FIRST_ID + client, port: this.#port, sessionId });
  }
}

/** Asks one question after the other on a connection, at least one. */
function insist(connection, { requests, lengths, isOver }) {
  return new Promise((resolve, reject) => {
    let asked = 0;
    const ask = () => connection.ask(requests[asked % requests.length], take);
    const take = (answer) => {
      if (answer?.status !== 200 || answer.length !== lengths[asked % lengths.length]) {
        return reject(new Error(`Answered with ${answer?.status}, ${answer?.length} bytes, in the middle`));
      }
      asked += 1;
      return isOver() ? resolve(asked) : ask();
    };
    ask();
  });
}
