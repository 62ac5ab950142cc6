// A client at the other end of stdin and stdout: a message a line.
import { introduced, introduction } from './dialects.js';
import { messageOf, questions } from './questions.js';

const IN_FLIGHT = 16;
/** The least id of what is asked many times: all are of the same length. */
const FIRST_ID = 100_000_000;
const BREAK = 10;
const ID = Buffer.from('"id":');

export class Lines {
  #stdin;
  #rest;
  #take;

  constructor({ stdin, stdout }) {
    this.#stdin = stdin;
    stdout.on('data', (chunk) => this.#read(chunk));
  }

  /** Introduces the client. */
  async open() {
    await this.ask(introduction);
    this.#stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: introduced.method })}\n`);
  }

  /** Gives the result of one request. */
  async ask(question) {
    return (await this.tell(question)).result;
  }

  /** Gives the message that comes back, which may be an error. */
  async tell(question) {
    return messageOf((await this.#answer(question)).toString());
  }

  /** What is asked in turn: the halves of each line around its id, and how long each answer is. */
  async prepare(method, count) {
    const lengths = [];
    const ask = async (question) => {
      const line = await this.#answer(question);
      lengths.push(line.length);
      return messageOf(line.toString());
    };
    const asked = await questions(method, count, ask);
    const halves = asked.map((params) => JSON.stringify({ jsonrpc: '2.0', id: '#', method, params }).split('"#"'));
    return { halves, lengths };
  }

  /** It is as it is: the process itself is the connection. */
  async connect() {}

  disconnect() {}

  /**
   * Has so many requests in flight until it `isOver`; says how many have been answered.
   * @throws {Error} for an answer of another length than the one that has been looked at
   */
  load({ halves, lengths }, isOver) {
    const lengthOf = lengthIn(lengths);
    return new Promise((resolve, reject) => {
      let [asked, answered] = [0, 0];
      const ask = () => {
        const [before, after] = halves[asked % halves.length];
        this.#stdin.write(`${before}${FIRST_ID + asked}${after}\n`);
        asked += 1;
      };
      this.#take = (line) => {
        if (line.length !== lengthOf(line)) return reject(new Error(`Answered with ${line.toString()}, in the middle`));
        answered += 1;
        if (!isOver()) return ask();
        return answered === asked && resolve(answered);
      };
      while (asked < IN_FLIGHT) ask();
    });
  }

  #answer(question) {
    return new Promise((resolve) => {
      this.#take = resolve;
      this.#stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: FIRST_ID, ...question })}\n`);
    });
  }

  #read(chunk) {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(BREAK); end !== -1; end = bytes.indexOf(BREAK, from)) {
      this.#take(bytes.subarray(from, end));
      from = end + 1;
    }
    this.#rest = from === bytes.length ? undefined : bytes.subarray(from);
  }
}

/** How long a line should be: where they are not all of the same length, its id says what it answers. */
function lengthIn(lengths) {
  if (lengths.every((length) => length === lengths[0])) return () => lengths[0];
  return (line) => lengths[(idIn(line) - FIRST_ID) % lengths.length];
}

/** The id comes before the result, or last. */
function idIn(line) {
  const from = line.lastIndexOf(ID) + ID.length;
  return Number.parseInt(line.latin1Slice(from, from + 9), 10);
}
