import { LabelStore, type LabelStoreOptions } from '@cuecard/labels';
import type { RedisClient } from '../connection/redis-client.js';
import { RedisBackend } from './redis-backend.js';

export interface RedisLabelsOptions extends LabelStoreOptions {
  /** A client of `@redis/client` or `redis`, of one server and not of a cluster. It is duplicated twice, and need not be connected. */
  readonly client: RedisClient;
  /**
   * The name of the system: several may keep their labels in one Redis. A `keyPrefix` of the client does not count.
   * @default 'default'
   */
  readonly namespace?: string;
}

/** Labels that all instances share through Redis 5 or later, or Valkey. Set `maxmemory-policy` to `noeviction`. */
export function redisLabels({ client, namespace = 'default', ...options }: RedisLabelsOptions): LabelStore {
  return new LabelStore(new RedisBackend(client, namespace), options);
}
