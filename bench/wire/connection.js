// A connection that is kept alive: one request at a time, each answered before the next.
import { once } from 'node:events';
import { connect } from 'node:net';
import { readAnswer } from './answer.js';

export class Connection {
  #socket;
  #rest;
  #take;

  static async open(port) {
    const connection = new Connection();
    connection.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    connection.#socket.on('data', (chunk) => connection.#read(chunk));
    connection.#socket.on('close', () => connection.#take?.(undefined));
    await once(connection.#socket, 'connect');
    return connection;
  }

  /** Sends the bytes of a request; `take` is given the answer, or nothing when the server hangs up. */
  ask(bytes, take) {
    this.#take = take;
    this.#socket.write(bytes);
  }

  answer(bytes) {
    return new Promise((resolve) => this.ask(bytes, resolve));
  }

  close() {
    this.#take = undefined;
    this.#socket.destroy();
  }

  #read(chunk) {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    const answer = readAnswer(bytes);
    this.#rest = answer === undefined ? bytes : undefined;
    if (answer !== undefined) this.#take?.(answer);
  }
}
