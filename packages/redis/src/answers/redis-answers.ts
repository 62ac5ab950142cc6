import { createHash } from 'node:crypto';
import { type Logger, SafeLogger, stderrLogger } from '@cuecard/core';
import { Connection } from '../connection/connection.js';
import type { RedisClient } from '../connection/redis-client.js';

/** How long an answer is waited for, in milliseconds: to render a prompt anew takes less than to wait for long. */
const WAIT_MS = 200;
/** For how long after a failure nothing is asked, in milliseconds. */
const PAUSE_MS = 1_000;

export interface RedisAnswersOptions {
  /** A client of `@redis/client` or `redis`, of one server and not of a cluster. It is duplicated, and need not be connected. */
  readonly client: RedisClient;
  /**
   * The name of the system: several may keep their answers in one Redis. A `keyPrefix` of the client does not count.
   * @default 'default'
   */
  readonly namespace?: string;
  /**
   * The maximum size of an answer that is kept, in bytes of UTF-8.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * Receives when Redis is away: once each time.
   * @default stderr
   */
  readonly logger?: Logger;
}

/**
 * Answers that all instances share, for `cached({ scope: 'public', store })` of `@cuecard/interceptors`. While Redis is away,
 * there are none. Those who may write to Redis decide what clients get: give each service a user of its own.
 */
export class RedisAnswers {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #maxBytes: number;
  readonly #logger: Logger;
  #pausedUntil = 0;
  #isAway = false;

  constructor({ client, namespace = 'default', maxBytes = 1_048_576, logger = stderrLogger }: RedisAnswersOptions) {
    this.#connection = new Connection(client, { answerMs: WAIT_MS });
    this.#prefix = `{cuecard:${namespace}}:answers:`;
    this.#maxBytes = maxBytes;
    this.#logger = new SafeLogger(logger);
  }

  async get(key: string): Promise<string | undefined> {
    const found = await this.#send(['GET', this.#keyOf(key)]);
    return typeof found === 'string' ? found : undefined;
  }

  /** @param ttlMs how long it is kept, in milliseconds */
  async set(key: string, answer: string, ttlMs: number): Promise<void> {
    if (Buffer.byteLength(answer) > this.#maxBytes) return;
    await this.#send(['SET', this.#keyOf(key), answer, 'PX', String(Math.ceil(ttlMs))]);
  }

  /** Ends the connection. From then on there are no answers. */
  close(): Promise<void> {
    this.#pausedUntil = Infinity;
    return this.#connection.close();
  }

  #keyOf(key: string): string {
    return this.#prefix + createHash('sha256').update(key).digest('base64url');
  }

  async #send(args: readonly string[]): Promise<unknown> {
    if (performance.now() < this.#pausedUntil) return undefined;
    try {
      const reply = await this.#connection.send(args);
      this.#isAway = false;
      return reply;
    } catch (error) {
      this.#pausedUntil = performance.now() + PAUSE_MS;
      if (!this.#isAway) this.#logger.warn('Redis cannot be reached: answers are made anew', error);
      this.#isAway = true;
      return undefined;
    }
  }
}

/** Answers that all instances share through Redis 5 or later, or Valkey. */
export function redisAnswers(options: RedisAnswersOptions): RedisAnswers {
  return new RedisAnswers(options);
}
