import type { RedisClient, RedisConnection } from './redis-client.js';

const CONNECT_MS = 2_000;
/** How long an answer may take, in milliseconds, unless another time is given. */
const ANSWER_MS = 2_000;

interface SendOptions {
  /** Gives up the connection. */
  readonly signal?: AbortSignal;
  /** How long the command itself waits, in milliseconds. */
  readonly waits?: number;
}

/**
 * A connection that fails at once: nothing is queued while Redis is away, and nothing waits for an answer for ever. What
 * comes next connects anew.
 */
export class Connection {
  readonly #client: RedisClient;
  readonly #answerMs: number;
  #connecting: Promise<RedisConnection> | undefined;

  constructor(client: RedisClient, { answerMs = ANSWER_MS } = {}) {
    this.#client = client;
    this.#answerMs = answerMs;
  }

  /** @throws {Error} if Redis refuses the command, or does not answer in time */
  async send(args: readonly string[], { signal, waits = 0 }: SendOptions = {}): Promise<unknown> {
    const connecting = (this.#connecting ??= this.#connect());
    connecting.catch(() => this.#forget(connecting));
    const connection = await answer(connecting, this.#answerMs, signal); // One that takes longer is for the next command.
    try {
      return await answer(connection.sendCommand(args), this.#answerMs + waits, signal);
    } catch (error) {
      if (isReply(error)) throw error;
      this.#forget(connecting);
      destroy(connection);
      throw error;
    }
  }

  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    const connection = await connecting?.catch(() => undefined);
    if (connection !== undefined) destroy(connection);
  }

  async #connect(): Promise<RedisConnection> {
    const socket = { ...this.#client.options?.socket, connectTimeout: CONNECT_MS, reconnectStrategy: false };
    const plain = { commandOptions: {}, disableOfflineQueue: true }; // Replies are texts, whatever the client makes of them.
    const connection = this.#client.duplicate({ socket, ...plain });
    connection.on('error', () => {}); // The command in flight rejects, too.
    try {
      await answer(connection.connect(), CONNECT_MS + ANSWER_MS);
      return connection;
    } catch (error) {
      destroy(connection);
      throw error;
    }
  }

  #forget(connecting: Promise<RedisConnection>): void {
    if (this.#connecting === connecting) this.#connecting = undefined;
  }
}

/** Whether Redis has answered, with an error. */
function isReply(error: unknown): boolean {
  return error instanceof Error && /^[A-Z]+ /.test(error.message);
}

function destroy(connection: RedisConnection): void {
  try {
    connection.destroy();
  } catch {
    // It was closed already.
  }
}

function answer<Result>(awaited: Promise<Result>, milliseconds: number, signal?: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(signal?.aborted === true ? 'Given up' : `No answer within ${milliseconds} ms`));
    const timer = setTimeout(fail, milliseconds);
    signal?.addEventListener('abort', fail, { once: true });
    if (signal?.aborted === true) fail();
    awaited.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', fail);
    });
  });
}
