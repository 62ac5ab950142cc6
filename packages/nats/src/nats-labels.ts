import { LabelStore, type LabelStoreOptions } from '@cuecard/labels';
import type { NatsConnection } from '@nats-io/nats-core';
import { NatsBackend } from './nats-backend.js';

export interface NatsLabelsOptions extends LabelStoreOptions {
  /**
   * Connects to a server with JetStream: `() => connect({ servers, maxReconnectAttempts: -1 })`. Called when a connection
   * is needed, and again if it was closed. `close` of the store closes it.
   */
  readonly connect: () => Promise<NatsConnection>;
  /**
   * The name of the system: several may keep their labels in one server. Letters, digits, `_` and `-`.
   * @default 'default'
   */
  readonly namespace?: string;
}

/** Labels that all instances share through NATS 2.9 or later, with JetStream. */
export function natsLabels({ connect, namespace = 'default', ...options }: NatsLabelsOptions): LabelStore {
  return new LabelStore(new NatsBackend(connect, namespace), options);
}
