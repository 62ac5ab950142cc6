import type { LabelAddress, LabelMove } from '@cuecard/labels';

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
