import type { LabelAddress, LabelMove } from '@cuecard/labels';
import type { KV, KvEntry } from '@nats-io/kv';
import { entriesOf } from './sent-entries.js';

/** What is kept of a move; the revision of JetStream counts, unless the move was restored. */
export interface StoredMove extends Omit<LabelMove, 'revision'> {
  readonly revision?: number;
}

interface Entry {
  readonly revision: number;
  json<Value>(): Value;
}

/** @param base what the revisions of JetStream are short of */
export function moveIn(entry: Entry, base: number): LabelMove {
  const stored = entry.json<StoredMove>();
  return { ...stored, revision: stored.revision ?? base + entry.revision };
}

/** The key of a label: JetStream takes letters, digits and a few signs. */
export function keyFor({ kind, name, label }: LabelAddress): string {
  return `${kind}.${Buffer.from(name).toString('base64url')}.${label}`;
}

/** The last move of each label. */
export async function latestOf(moves: KV, base: number): Promise<readonly LabelMove[]> {
  const latest: LabelMove[] = [];
  for await (const entry of entriesOf(await moves.watch())) {
    if (entry.operation === 'PUT') latest.push(moveIn(entry, base));
    if (entry.isUpdate || entry.delta === 0) break;
  }
  return latest;
}

/** Puts a text after another one; `undefined` if there is one more by now. */
export async function put(bucket: KV, key: string, text: string, after: KvEntry | null): Promise<number | undefined> {
  try {
    return await (after === null ? bucket.create(key, text) : bucket.update(key, text, after.revision));
  } catch (error) {
    if (isTaken(error)) return undefined;
    throw error;
  }
}

/** Whether JetStream says that another write was first. */
function isTaken(error: unknown): boolean {
  return Object(error).code === 10_071 || /wrong last sequence/.test(String(error));
}
