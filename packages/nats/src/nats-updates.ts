import { once } from 'node:events';
import { SharedUpdates, type SharedUpdatesOptions, type UpdateBackend, type UpdateEvents } from '@cuecard/core';
import type { NatsConnection } from '@nats-io/nats-core';
import { Connection } from './nats-connection.js';

export interface NatsUpdatesOptions extends SharedUpdatesOptions {
  /**
   * Connects to a server: `() => connect({ servers, maxReconnectAttempts: -1 })`. Called when a connection is needed, and
   * again if it was closed. `close` of the updates closes it.
   */
  readonly connect: () => Promise<NatsConnection>;
  /**
   * The name of the system: several may share one server. Letters, digits, `_` and `-`.
   * @default 'default'
   */
  readonly namespace?: string;
}

/** Messages on a subject of NATS. */
class NatsMessages implements UpdateBackend {
  readonly title = 'NATS';
  readonly #subject: string;
  readonly #connection: Connection;

  constructor(connect: () => Promise<NatsConnection>, namespace: string) {
    this.#subject = `cuecard.${namespace}.updates`;
    this.#connection = new Connection(connect);
  }

  async send(message: string): Promise<void> {
    const connection = await this.#connection.open();
    connection.publish(this.#subject, message);
    await this.#connection.ping(); // Then the server has it.
  }

  async follow(events: UpdateEvents, signal: AbortSignal): Promise<void> {
    const connection = await this.#connection.open();
    const subscription = connection.subscribe(this.#subject, {
      callback: (_error, message) => events.received(message.string()),
    });
    const isOver = new AbortController();
    try {
      await this.#connection.ping();
      events.begun(false); // The server keeps no message for an instance that was away.
      await Promise.race([gone(connection), once(signal, 'abort', isOver)]);
    } finally {
      isOver.abort();
      subscription.unsubscribe();
    }
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/** @throws {Error} once the server is gone */
async function gone(connection: NatsConnection): Promise<never> {
  for await (const { type } of connection.status()) if (type === 'disconnect') break;
  throw new Error('The connection is lost');
}

/** Updates of resources that reach all instances through NATS. JetStream is not needed. */
export function natsUpdates({ connect, namespace = 'default', ...options }: NatsUpdatesOptions): SharedUpdates {
  return new SharedUpdates(new NatsMessages(connect, namespace), options);
}
