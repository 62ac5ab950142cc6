import { ResourceUpdates } from '@cuecard/core';
import { createClient } from '@redis/client';

const CHANNEL = 'greetings:updates';

/** Publishes changes of resources to all instances, over Redis pub/sub. */
export class RedisUpdates extends ResourceUpdates {
  readonly #redis: ReturnType<typeof connectionTo>;

  private constructor(url: string) {
    super();
    this.#redis = connectionTo(url);
  }

  static async connect(url: string): Promise<RedisUpdates> {
    const updates = new RedisUpdates(url);
    await updates.#redis.connect();
    await updates.#redis.subscribe(CHANNEL, (uri) => updates.notify(uri));
    updates.#redis.on('ready', () => updates.notify()); // It has reconnected, and may have missed updates.
    return updates;
  }

  /** Redis sends the message back to this instance, too. */
  override publish(uri: string): void {
    const notifyHere = () => this.notify(uri);
    if (this.#redis.isReady) this.#redis.publish(CHANNEL, uri).catch(notifyHere);
    else notifyHere();
  }

  close(): void {
    this.#redis.destroy();
  }
}

/** With RESP 3, one connection publishes and subscribes. It reconnects by itself. */
function connectionTo(url: string) {
  return createClient({ url, RESP: 3 }).on('error', () => {});
}
