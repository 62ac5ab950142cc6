import { type Logger, ResourceUpdates } from '@cuecard/core';
import { connect, type NatsConnection } from '@nats-io/transport-node';

const SUBJECT = 'greetings.updates';

/** Publishes changes of resources to all instances, over NATS. */
export class NatsUpdates extends ResourceUpdates {
  readonly #connection: NatsConnection;
  #isConnected = true;

  private constructor(connection: NatsConnection) {
    super();
    this.#connection = connection;
  }

  static async connect(servers: string, logger: Logger): Promise<NatsUpdates> {
    const updates = new NatsUpdates(await connect({ servers, maxReconnectAttempts: -1, reconnectTimeWait: 200 }));
    updates.#connection.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (error === null) updates.notify(message.string());
        else logger.error('NATS sends no updates of resources', error); // Such as missing permissions.
      },
    });
    await updates.#connection.flush(); // The server knows the subscription from here on.
    void updates.#watchConnection();
    return updates;
  }

  /** NATS sends the message back to this instance, too. */
  override publish(uri: string): void {
    if (this.#isConnected) this.#connection.publish(SUBJECT, uri);
    else this.notify(uri);
  }

  close(): Promise<void> {
    this.#isConnected = false;
    return this.#connection.close();
  }

  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') this.#isConnected = false;
      if (type !== 'reconnect') continue;
      this.#isConnected = true;
      this.notify(); // It may have missed updates.
    }
  }
}
