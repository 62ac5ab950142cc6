// The good requests: at a given rate, in every dialect. Each response is checked.
import { setTimeout as sleep } from 'node:timers/promises';
import { METHODS, numbers, typed } from '../definitions/review.js';
import { Connection } from '../wire/connection.js';
import { bytesOf, MODERN, openSession, PLAIN, SESSION } from '../wire/requests.js';
import { outcomeOf } from './tally.js';

const DIALECTS = [PLAIN, SESSION, MODERN];
const CONNECTIONS = numbers(24);
/** Each connection counts as a caller, and requests completions no more often than callers may. */
const COMPLETION_MS = 25;
/** The maximum delay that a connection makes up for. */
const BEHIND_MS = 100;
/** All ids have the same length. */
const FIRST_ID = 1_000;

const { params, isRight } = METHODS['prompts/get'];
const COMPLETE = 'completion/complete';

const MESSAGES = params.flatMap((each) => [
  { method: 'prompts/get', params: each },
  { method: 'prompts/get', params: each },
  { method: COMPLETE, params: { ref: { type: 'ref/prompt', name: each.name }, argument: typed } },
  { method: 'prompts/list', params: {} },
]);

const IS_RIGHT = {
  'prompts/get': isRight,
  'prompts/list': ({ prompts }) => params.every((each) => prompts.some(({ name }) => name === each.name)),
  [COMPLETE]: ({ completion }) => completion.values.join() === 'go',
};

/** One connection, and its session if the dialect has sessions. */
class Sender {
  dialect;
  #connection;
  #id;
  #requests;
  /** The responses that have been checked, by request. */
  #checked = new Map();
  #next;
  #completedAt = -Infinity;

  static async open(port, index) {
    const sender = new Sender();
    const localAddress = `127.0.1.${index + 1}`;
    sender.dialect = DIALECTS[index % DIALECTS.length];
    sender.#id = FIRST_ID + index;
    const sessionId = sender.dialect === SESSION ? await openSession(port, { localAddress }) : undefined;
    const options = { dialect: sender.dialect, id: sender.#id, sessionId };
    sender.#requests = MESSAGES.map((message) => ({ ...message, bytes: bytesOf(port, message, options) }));
    sender.#next = index;
    sender.#connection = await Connection.open(port, localAddress);
    return sender;
  }

  /** Sends the next request; returns its method and the outcome. */
  async send() {
    const request = this.#choose();
    this.#connection.write(request.bytes);
    return { method: request.method, outcome: this.#check(request, await this.#connection.response()) };
  }

  end() {
    this.#connection.disconnect();
  }

  #choose() {
    for (;;) {
      const request = this.#requests[this.#next % this.#requests.length];
      this.#next += 1;
      if (request.method !== COMPLETE) return request;
      const now = performance.now();
      if (now - this.#completedAt < COMPLETION_MS) continue;
      this.#completedAt = now;
      return request;
    }
  }

  #check(request, response) {
    if (response?.status !== 200) return outcomeOf(response);
    const text = response.body();
    if (this.#checked.get(request) === text) return 'right';
    const { id, result } = JSON.parse(text);
    if (id !== this.#id || result === undefined || !IS_RIGHT[request.method](result)) return 'wrong';
    this.#checked.set(request, text);
    return 'right';
  }
}

export class Load {
  count = 0;
  #senders;
  #tally;

  static async start(port, tally) {
    const load = new Load();
    load.#tally = tally;
    load.#senders = await Promise.all(CONNECTIONS.map((index) => Sender.open(port, index)));
    return load;
  }

  /** Sends requests at a rate until the time is over. */
  async run(perSecond, isOver) {
    const everyMs = (CONNECTIONS.length / perSecond) * 1_000;
    await Promise.all(this.#senders.map((sender) => this.#repeat(sender, everyMs, isOver)));
  }

  end() {
    for (const sender of this.#senders) sender.end();
  }

  async #repeat(sender, everyMs, isOver) {
    for (let next = performance.now(); !isOver(); next += everyMs) {
      const { method, outcome } = await sender.send();
      this.count += 1;
      this.#tally.add(`${method}, ${sender.dialect}`, ['right'], outcome);
      const wait = next + everyMs - performance.now();
      if (wait > 0) await sleep(wait);
      next = Math.max(next, performance.now() - BEHIND_MS);
    }
  }
}
