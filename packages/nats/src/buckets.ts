import { ANNOUNCED_MS, KEPT_MOVES } from '@cuecard/labels';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/nats-core';
import { ANSWER_MS, type Connection } from './nats-connection.js';

const ASKING = { timeout: ANSWER_MS };

/** The key-value buckets of one system. */
export class Buckets {
  readonly #connection: Connection;
  readonly #name: string;
  /** Those of a connection that were opened. */
  readonly #open = new Map<string, Promise<KV>>();
  #of: NatsConnection | undefined;

  constructor(connection: Connection, namespace: string) {
    this.#connection = connection;
    this.#name = `cuecard-${namespace}`;
  }

  /** The moves of labels, by label: what JetStream counts is the revision. */
  moves(): Promise<KV> {
    return this.#bucket('labels', { history: KEPT_MOVES });
  }

  /** What is known of the store itself. */
  state(): Promise<KV> {
    return this.#bucket('state', { history: 1 });
  }

  /** The instances that are there. */
  instances(): Promise<KV> {
    return this.#bucket('instances', { history: 1, ttl: ANNOUNCED_MS });
  }

  /** Opens them anew when they are needed: they may have been deleted. */
  forget(): void {
    this.#open.clear();
  }

  /**
   * Deletes all entries; returns the revision of the last one. A bucket that is deleted and made anew at once may lose what
   * is put into it: nats-server 2.9 then counts entries that it never sends.
   */
  async purge(bucket: KV): Promise<number> {
    const manager = await jetstreamManager(await this.#connection.open(), { ...ASKING, checkAPI: false });
    await manager.streams.purge((await bucket.status()).streamInfo.config.name);
    return (await bucket.status()).streamInfo.state.last_seq;
  }

  async #bucket(name: string, options: { readonly history: number; readonly ttl?: number }): Promise<KV> {
    const connection = await this.#connection.open();
    if (connection !== this.#of) this.forget();
    this.#of = connection;
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const opening = new Kvm(jetstream(connection, ASKING)).create(`${this.#name}-${name}`, options);
    this.#open.set(name, opening);
    opening.catch(() => this.#open.delete(name));
    return opening;
  }
}
