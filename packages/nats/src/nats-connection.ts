import type { NatsConnection } from '@nats-io/nats-core';

/** How long an answer may take, in milliseconds. */
const ANSWER_MS = 2_000;

/** A connection that is opened when it is needed, and fails at once while the server is away. */
export class Connection {
  readonly #connect: () => Promise<NatsConnection>;
  #connecting: Promise<NatsConnection> | undefined;

  constructor(connect: () => Promise<NatsConnection>) {
    this.#connect = connect;
  }

  /** @throws {Error} if there is no connection */
  async open(): Promise<NatsConnection> {
    this.#connecting ??= this.#connect();
    try {
      const connection = await within(this.#connecting, ANSWER_MS);
      if (!connection.isClosed()) return connection;
      throw new Error('The connection is closed');
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
  }

  /** @throws {Error} if the server does not answer */
  async ping(): Promise<void> {
    await within((await this.open()).rtt(), ANSWER_MS);
  }

  async close(): Promise<void> {
    const connection = await this.#connecting?.catch(() => undefined);
    this.#connecting = undefined;
    await connection?.close();
  }
}

/** @throws {Error} if it takes too long */
function within<Result>(awaited: Promise<Result>, milliseconds: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds);
    awaited.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
