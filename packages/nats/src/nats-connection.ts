import type { NatsConnection } from '@nats-io/nats-core';

/** How long an answer may take, in milliseconds. */
export const ANSWER_MS = 2_000;

/** A connection that is opened when it is needed, and fails at once while the server is away. */
export class Connection {
  readonly #connect: () => Promise<NatsConnection>;
  #connecting: Promise<NatsConnection> | undefined;
  /** Whether the connection waits for its server to come back. */
  #isLost = false;
  /** Those who wait for answers. */
  readonly #waiting = new Set<(error: Error) => void>();

  constructor(connect: () => Promise<NatsConnection>) {
    this.#connect = connect;
  }

  /** @throws {Error} if there is no connection */
  async open(): Promise<NatsConnection> {
    this.#connecting ??= this.#begin();
    try {
      const connection = await within(this.#connecting, ANSWER_MS);
      if (connection.isClosed()) throw new Error('The connection is closed');
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
    if (this.#isLost) throw lost();
    return this.#connecting;
  }

  /**
   * What a server answers.
   * @throws {Error} once the connection is lost: the client itself waits five seconds for an answer that never comes
   */
  during<Answer>(asked: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      asked()
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(reject));
    });
  }

  /** @throws {Error} if the server does not answer */
  async ping(): Promise<void> {
    await within((await this.open()).rtt(), ANSWER_MS);
  }

  async #begin(): Promise<NatsConnection> {
    const connection = await this.#connect();
    this.#isLost = false;
    void this.#watch(connection);
    return connection;
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#lose();
      if (type === 'reconnect') this.#isLost = false;
    }
  }

  #lose(): void {
    this.#isLost = true;
    for (const reject of this.#waiting) reject(lost());
  }

  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    const connection = await connecting?.catch(() => undefined);
    await connection?.close();
  }
}

const lost = () => new Error('The connection is lost');

/** @throws {Error} if it takes too long */
function within<Result>(awaited: Promise<Result>, milliseconds: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds);
    awaited.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
