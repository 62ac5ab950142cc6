import { ResourceUpdates } from '@cuecard/core';
import { createClient } from '@redis/client';

const CHANNEL = 'greetings:updates';

/** Publishes changes of resources to all instances, over Redis pub/sub. */
export class RedisUpdates extends ResourceUpdates {
  readonly #publisher: Connection;
  readonly #subscriber: Connection;

  private constructor(url: string) {
    super();
    this.#publisher = connectionTo(url);
    this.#subscriber = connectionTo(url);
  }

  static async connect(url: string): Promise<RedisUpdates> {
    const updates = new RedisUpdates(url);
    await Promise.all([updates.#publisher.connect(), updates.#subscriber.connect()]);
    await updates.#subscriber.subscribe(CHANNEL, (uri) => updates.notify(uri));
    updates.#subscriber.on('ready', () => updates.notify()); // It has reconnected, and may have missed updates.
    return updates;
  }

  /** Redis sends the message back to this instance, too. */
  override publish(uri: string): void {
    const notifyHere = () => this.notify(uri);
    if (this.#publisher.isReady) this.#publisher.publish(CHANNEL, uri).catch(notifyHere);
    else notifyHere();
  }
}

type Connection = ReturnType<typeof connectionTo>;

function connectionTo(url: string) {
  return createClient({ url }).on('error', () => {}); // It reconnects by itself.
}
