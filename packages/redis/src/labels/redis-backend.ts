import { createHash, randomUUID } from 'node:crypto';
import {
  ANNOUNCED_MS,
  keyOf,
  type LabelAddress,
  type LabelBackend,
  type LabelEvents,
  type LabelInstance,
  type LabelMove,
  type LabelOutcome,
  type LabelState,
  type LabelWrite,
  LOSS_MS,
  RESTORING_MS,
  type StoredState,
  type StoreHead,
} from '@cuecard/labels';
import { Connection } from '../connection/connection.js';
import type { RedisClient } from '../connection/redis-client.js';
import { ANNOUNCE, LATE, MOVE, READ, RESTORE } from './label-scripts.js';
import { eventsIn, outcomeIn, parsedMove, parsedRecord, textOf } from './stored-texts.js';

/** How long a read of the log waits for something to happen, in milliseconds. */
const WAIT_MS = 1_000;
/** How many names are sent at once. */
const AT_ONCE = 1_000;

/** Labels in Redis. All keys have one hash tag. */
export class RedisBackend implements LabelBackend {
  readonly title = 'Redis';
  readonly #prefix: string;
  readonly #connection: Connection;
  /** A read that waits holds up whatever comes after it. */
  readonly #log: Connection;

  constructor(client: RedisClient, namespace: string) {
    this.#prefix = `{cuecard:${namespace}}`;
    this.#connection = new Connection(client);
    this.#log = new Connection(client);
  }

  async read({ begin }: { readonly begin: boolean }): Promise<StoredState | undefined> {
    const stored = await READ.run(this.#connection, this.#keys('head', 'labels', 'log'), [begin ? randomUUID() : '']);
    const [epoch, revision, superseded, records, last] = stored as [...HeadTexts, string[], string];
    const head = headIn([epoch, revision, superseded]);
    return head && { ...head, records: records.map(parsedRecord), cursor: last };
  }

  async head(): Promise<StoreHead | undefined> {
    const [key = ''] = this.#keys('head');
    const texts = await this.#connection.send(['HMGET', key, 'epoch', 'revision', 'superseded']);
    return headIn(texts as HeadTexts);
  }

  async next(cursor: string, signal: AbortSignal): Promise<LabelEvents> {
    const [log = ''] = this.#keys('log');
    const read = ['XREAD', 'BLOCK', String(WAIT_MS), 'STREAMS', log, cursor];
    return eventsIn(await this.#log.send(read, { signal, waits: WAIT_MS }), cursor);
  }

  async write(write: LabelWrite): Promise<LabelOutcome> {
    const keys = this.#keys('head', 'labels', 'log', 'protected', 'restoring', 'instances', 'digests');
    const field = keyOf(write);
    const args = [textOf(write), field, `${this.#prefix}:serves:`];
    return outcomeIn(await MOVE.run(this.#connection, [...keys, ...this.#keys(`moves:${field}`)], args));
  }

  async history(address: LabelAddress, limit: number): Promise<readonly LabelMove[]> {
    const [key = ''] = this.#keys(`moves:${keyOf(address)}`);
    const moves = await this.#connection.send(['LRANGE', key, '0', String(limit - 1)]);
    return (moves as readonly string[]).map(parsedMove);
  }

  async late(): Promise<void> {
    await LATE.run(this.#connection, this.#keys('head', 'log'), []);
  }

  async protect(labels: readonly string[]): Promise<void> {
    await this.#connection.send(['SADD', ...this.#keys('protected'), ...labels]);
  }

  async announce({ id, serves }: LabelInstance): Promise<void> {
    const names = [...serves].toSorted();
    const digest = createHash('sha1').update(names.join('\n')).digest('hex');
    const keys = this.#keys('instances', 'digests', `serves:${digest}`);
    const isKnown = await ANNOUNCE.run(this.#connection, keys, [
      id,
      digest,
      String(ANNOUNCED_MS),
      String(names.length),
    ]);
    if (Number(isKnown) === 1) return;
    const [, , key = ''] = keys;
    for (let at = 0; at < names.length; at += AT_ONCE)
      await this.#connection.send(['SADD', key, ...names.slice(at, at + AT_ONCE)]);
    await this.#connection.send(['PEXPIRE', key, String(4 * ANNOUNCED_MS)]);
  }

  async reportLoss(): Promise<void> {
    const [key = ''] = this.#keys('restoring');
    await this.#connection.send(['SET', key, 'lost', 'PX', String(LOSS_MS), 'NX']);
  }

  async allowRestoring(): Promise<void> {
    const [key = ''] = this.#keys('restoring');
    await this.#connection.send(['SET', key, 'allowed', 'PX', String(RESTORING_MS)]);
  }

  async restore({ epoch, revision, records }: LabelState): Promise<boolean> {
    const texts = records.map((record) => [keyOf(record), JSON.stringify({ ...record, at: Date.parse(record.at) })]);
    const state = JSON.stringify({ epoch, revision, records: texts });
    const restored = await RESTORE.run(this.#connection, this.#keys('head', 'labels', 'log', 'restoring'), [state]);
    return Number(restored) === 1;
  }

  async close(instance: LabelInstance | undefined): Promise<void> {
    const [instances = '', digests = ''] = this.#keys('instances', 'digests');
    try {
      if (instance !== undefined) {
        await this.#connection.send(['ZREM', instances, instance.id]);
        await this.#connection.send(['HDEL', digests, instance.id]);
      }
    } finally {
      await Promise.all([this.#connection.close(), this.#log.close()]);
    }
  }

  #keys(...names: readonly string[]): readonly string[] {
    return names.map((name) => `${this.#prefix}:${name}`);
  }
}

type HeadTexts = [epoch: string | null, revision: string | null, superseded: string | null];

function headIn([epoch, revision, superseded]: HeadTexts): StoreHead | undefined {
  if (epoch === null) return undefined;
  return { epoch, revision: Number(revision), superseded: JSON.parse(superseded ?? '[]') as string[] };
}
