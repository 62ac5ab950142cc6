import { deflateSync, inflateSync } from 'node:zlib';
import type { LabelInstance } from '@cuecard/labels';
import type { Buckets } from './buckets.js';
import { entriesOf } from './sent-entries.js';

/** The instances that are there; their entries end by themselves. */
export class AnnouncedInstances {
  readonly #buckets: Buckets;

  constructor(buckets: Buckets) {
    this.#buckets = buckets;
  }

  async add({ id, serves }: LabelInstance): Promise<void> {
    const text = JSON.stringify({ id, serves: [...serves] });
    await (await this.#buckets.instances()).put(keyOf(id), deflateSync(text)); // A message may have a megabyte.
  }

  async delete({ id }: LabelInstance): Promise<void> {
    await (await this.#buckets.instances()).delete(keyOf(id));
  }

  async all(): Promise<readonly LabelInstance[]> {
    const bucket = await this.#buckets.instances();
    const instances: LabelInstance[] = [];
    for await (const key of entriesOf(await bucket.keys())) {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') continue;
      const { id, serves } = JSON.parse(inflateSync(entry.value).toString()) as Told;
      instances.push({ id, serves: new Set(serves) });
    }
    return instances;
  }
}

interface Told {
  readonly id: string;
  readonly serves: readonly string[];
}

function keyOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}
