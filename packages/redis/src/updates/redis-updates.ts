import { SharedUpdates, type SharedUpdatesOptions, type UpdateBackend, type UpdateEvents } from '@cuecard/core';
import { Connection } from '../connection/connection.js';
import type { RedisClient } from '../connection/redis-client.js';
import { entriesIn, type StreamEntry } from '../connection/stream-entries.js';

/** How long a read of the stream waits for something to happen, in milliseconds. */
const WAIT_MS = 1_000;
/** How many messages the stream keeps for instances that were cut off. */
const KEPT = '10000';

export interface RedisUpdatesOptions extends SharedUpdatesOptions {
  /** A client of `@redis/client` or `redis`, of one server and not of a cluster. It is duplicated twice, and need not be connected. */
  readonly client: RedisClient;
  /**
   * The name of the system: several may share one Redis. A `keyPrefix` of the client does not count.
   * @default 'default'
   */
  readonly namespace?: string;
}

/** Messages in a stream of Redis. */
class RedisMessages implements UpdateBackend {
  readonly title = 'Redis';
  readonly #key: string;
  readonly #writing: Connection;
  /** A read that waits holds up whatever comes after it. */
  readonly #reading: Connection;
  /** The last message that was received. */
  #last: string | undefined;

  constructor(client: RedisClient, namespace: string) {
    this.#key = `{cuecard:${namespace}}:updates`;
    this.#writing = new Connection(client);
    this.#reading = new Connection(client);
  }

  async send(message: string, signal: AbortSignal): Promise<void> {
    await this.#writing.send(['XADD', this.#key, 'MAXLEN', '~', KEPT, '*', 'message', message], { signal });
  }

  async follow(events: UpdateEvents, signal: AbortSignal): Promise<void> {
    const isKept = await this.#isKept(this.#last);
    let last = isKept ? (this.#last as string) : await this.#newest();
    events.begun(isKept);
    while (!signal.aborted) {
      const read = ['XREAD', 'BLOCK', String(WAIT_MS), 'COUNT', '100', 'STREAMS', this.#key, last];
      for (const [id, [, message = '']] of entriesIn(await this.#reading.send(read, { signal, waits: WAIT_MS }))) {
        last = id;
        events.received(message);
      }
      this.#last = last;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#writing.close(), this.#reading.close()]);
  }

  /** Where a message is gone, so may be those after it. */
  async #isKept(id: string | undefined): Promise<boolean> {
    if (id === undefined) return false;
    const found = await this.#reading.send(['XRANGE', this.#key, id, id]);
    return (found as readonly StreamEntry[]).length > 0;
  }

  async #newest(): Promise<string> {
    const [newest] = (await this.#reading.send(['XREVRANGE', this.#key, '+', '-', 'COUNT', '1'])) as StreamEntry[];
    return newest?.[0] ?? '0-0';
  }
}

/** Updates of resources that reach all instances through Redis 5 or later, or Valkey. */
export function redisUpdates({ client, namespace = 'default', ...options }: RedisUpdatesOptions): SharedUpdates {
  return new SharedUpdates(new RedisMessages(client, namespace), options);
}
