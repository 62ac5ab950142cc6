// One of those who are compared, while it runs.
import { isRefusal, METHODS } from '../definitions/methods.js';
import { started } from '../servers/started.js';
import { Clients } from './clients.js';
import { Lines } from './lines.js';

export class Running {
  #server;
  #client;
  #load;
  #perSecond = [];
  #cpu = [];

  constructor(server, client) {
    this.#server = server;
    this.#client = client;
  }

  static async overHttp({ server, dialect, hasSessions }, has) {
    const process = await started(server, 'http', has);
    const clients = new Clients(process.port, dialect);
    if (hasSessions) await clients.openSessions();
    return new Running(process, clients);
  }

  static async overStdio({ server }, has) {
    const process = await started(server, 'stdio', has);
    const lines = new Lines(process.child);
    await lines.open();
    return new Running(process, lines);
  }

  get port() {
    return this.#server.port;
  }

  /** Looks at the answers to a method; gives how long they are, in bytes. */
  async prepare(method, count) {
    this.#load = await this.#client.prepare(method, count);
    return this.#load.lengths;
  }

  /** @throws {Error} if it answers what it has to refuse */
  async refuses(method) {
    if (isRefusal(await this.#client.tell({ method, params: METHODS[method].refused }))) return;
    throw new Error(`${method} takes what breaks a rule`);
  }

  /** Answers for a while, or so many requests; says how many, without those that lead in. */
  async round({ leadIn = 0, milliseconds, most = Infinity }) {
    await this.#client.connect();
    if (leadIn > 0) await this.#answer({ milliseconds: leadIn });
    const before = await this.#server.used('cpu');
    const { answers, taken } = await this.#answer({ milliseconds, most });
    const after = await this.#server.used('cpu');
    this.#client.disconnect();
    this.#perSecond.push((answers / taken) * 1_000);
    this.#cpu.push((after - before) / answers);
    return answers;
  }

  async #answer({ milliseconds, most = Infinity }) {
    const begin = performance.now();
    let asked = 0;
    const isOver = () => (asked += 1) >= most || performance.now() >= begin + milliseconds;
    const answers = await this.#client.load(this.#load, isOver);
    return { answers, taken: performance.now() - begin };
  }

  /** Answers a second, and microseconds of the processor for each: of the rounds since this was asked last. */
  takeRounds() {
    const rounds = { perSecond: this.#perSecond, cpu: this.#cpu };
    this.#perSecond = [];
    this.#cpu = [];
    return rounds;
  }

  memory() {
    return this.#server.used('memory');
  }

  end() {
    return this.#server.end();
  }
}

/** Everybody takes a turn in each round, alone; gives what each has done in its rounds, without those to warm up. */
export async function turns(running, { rounds, warmUps, ...length }) {
  const turn = async () => {
    for (const each of running) await each.round(length);
  };
  for (let round = 0; round < warmUps; round += 1) await turn();
  for (const each of running) each.takeRounds();
  for (let round = 0; round < rounds; round += 1) await turn();
  return running.map((each) => each.takeRounds());
}
