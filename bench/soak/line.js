// A connection of which any use can be made: halves of requests, streams, silence.
import { once } from 'node:events';
import { connect } from 'node:net';
import { readAnswer } from '../wire/answer.js';

const NOTHING = Buffer.alloc(0);

export class Line {
  #socket;
  #received = NOTHING;
  #isClosed = false;
  #wake = () => {};

  /** @param localAddress where the server is to believe that it comes from: all of 127/8 is this machine, on Linux */
  static async open(port, localAddress) {
    const line = new Line();
    line.#socket = connect({ port, host: '127.0.0.1', noDelay: true, localAddress });
    line.#socket.on('data', (chunk) => line.#take(chunk));
    line.#socket.on('error', () => {}); // It is closed then as well.
    line.#socket.on('close', () => line.#close());
    await once(line.#socket, 'connect');
    return line;
  }

  write(bytes) {
    if (!this.#isClosed) this.#socket.write(bytes);
  }

  /** The next answer; of one that is cut off its head, and nothing where not even that has come. */
  async answer() {
    const answer = await this.#until((bytes) => readAnswer(bytes));
    if (answer === undefined) return cutOff(this.#received);
    this.#received = NOTHING;
    return answer;
  }

  /** Whether this text comes, before the connection is closed; if not, what has come instead. */
  async hears(text) {
    const hasCome = await this.#until((bytes) => bytes.includes(text) || undefined);
    return hasCome ?? this.#received.latin1Slice();
  }

  /** Waits until the server hangs up. */
  async closed() {
    await this.#until(() => undefined);
  }

  /** Reads no more of what comes. */
  pause() {
    this.#socket.pause();
  }

  /** Reads again. */
  resume() {
    this.#socket.resume();
  }

  hangUp() {
    this.#socket.destroy();
  }

  /** Ends as a connection does whose machine is gone: by a reset. */
  reset() {
    this.#socket.resetAndDestroy();
  }

  async #until(find) {
    for (;;) {
      const found = find(this.#received);
      if (found !== undefined || this.#isClosed) return found;
      await new Promise((resolve) => (this.#wake = resolve));
    }
  }

  #take(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    this.#wake();
  }

  #close() {
    this.#isClosed = true;
    this.#wake();
  }
}

function cutOff(bytes) {
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.latin1Slice(0, 20))?.[1]);
  return Number.isNaN(status) ? undefined : { status, head: bytes.latin1Slice(), body: () => '' };
}
