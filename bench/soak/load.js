// The good requests: as many a second as they are told to be, in every dialect that the server speaks. Each answer is
// looked at.
import { setTimeout as sleep } from 'node:timers/promises';
import { Line } from './line.js';
import { isCompletion, isRight, QUESTIONS } from './questions.js';
import { asked, inShort, MODERN, ONCE, openSession, SESSION } from './visit.js';

const DIALECTS = [ONCE, SESSION, MODERN];
const CONNECTIONS = 24;
/** Each connection counts as a caller of its own, and asks for completions no more often than callers may. */
const COMPLETION_MS = 25;
/** How late a connection may be and still make up for it. */
const BEHIND_MS = 100;
const FIRST_ID = 1_000;

export class Load {
  answered = 0;
  #askers;
  #turns;
  #tally;

  static async start({ port, turns, tally }) {
    const load = new Load();
    load.#turns = turns;
    load.#tally = tally;
    load.#askers = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => Asker.start(port, DIALECTS[index % DIALECTS.length], index)),
    );
    return load;
  }

  /** Asks until it is over. */
  async keep(perSecond, isOver) {
    const everyMs = (CONNECTIONS / perSecond) * 1_000;
    await Promise.all(this.#askers.map((asker) => this.#keepAsking(asker, everyMs, isOver)));
  }

  end() {
    for (const asker of this.#askers) asker.end();
  }

  async #keepAsking(asker, everyMs, isOver) {
    for (let next = performance.now(); !isOver(); next += everyMs) {
      await this.#turns.share(async () => {
        const { question, came } = await asker.ask();
        this.answered += 1;
        this.#tally.add(`${question.method}, ${asker.dialect}`, ['right'], came);
      });
      const wait = next + everyMs - performance.now();
      if (wait > 0) await sleep(wait);
      next = Math.max(next, performance.now() - BEHIND_MS);
    }
  }
}

/** One connection, and its session where it has one. */
class Asker {
  dialect;
  #line;
  #id;
  #requests;
  /** Answers that have been looked at, by their requests. */
  #right = new Map();
  #next = 0;
  #completed = -Infinity;

  static async start(port, dialect, index) {
    const asker = new Asker();
    const localAddress = `127.0.1.${index + 1}`;
    const id = FIRST_ID + index;
    const sessionId = dialect === SESSION ? await openSession(port, { localAddress }) : undefined;
    asker.dialect = dialect;
    asker.#id = id;
    asker.#requests = QUESTIONS.map((question) => ({
      question,
      bytes: asked(port, question, { dialect, id, sessionId }),
    }));
    asker.#next = index;
    asker.#line = await Line.open(port, localAddress);
    return asker;
  }

  async ask() {
    const request = this.#choose();
    this.#line.write(request.bytes);
    const answer = await this.#line.answer();
    return { question: request.question, came: this.#judge(request, answer) };
  }

  end() {
    this.#line.hangUp();
  }

  #choose() {
    for (;;) {
      const request = this.#requests[this.#next % this.#requests.length];
      this.#next += 1;
      if (!isCompletion(request.question)) return request;
      const now = performance.now();
      if (now - this.#completed < COMPLETION_MS) continue;
      this.#completed = now;
      return request;
    }
  }

  #judge(request, answer) {
    if (answer?.status !== 200) return inShort(answer);
    const text = answer.body();
    if (this.#right.get(request) === text) return 'right';
    if (!isRight(request.question, this.#id, text)) return `wrong: ${inShort(answer)}`;
    this.#right.set(request, text);
    return 'right';
  }
}
