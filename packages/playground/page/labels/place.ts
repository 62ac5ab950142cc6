import type { LabelRecord } from '@cuecard/labels';
import type { DefinitionDetail } from '../../src/api.js';

/** Where a label is. */
export interface LabelPlace {
  readonly label: string;
  /** Missing if it is nowhere. */
  readonly version?: string | undefined;
  /** What the store knows, if it was ever moved. */
  readonly record?: LabelRecord | undefined;
}

/** Where the labels of a name are, by label: in the store, or in the code. */
export function placesOf(
  { version, labels = [], versions }: DefinitionDetail,
  records: readonly LabelRecord[],
): readonly LabelPlace[] {
  const all = [...(version === undefined ? [] : [{ version, labels }]), ...versions];
  const places = new Map<string, LabelPlace>();
  for (const record of records)
    if (record.version !== null) places.set(record.label, { label: record.label, version: record.version, record });
  for (const each of all)
    for (const label of each.labels)
      if (!places.has(label))
        places.set(label, {
          label,
          version: each.version,
          record: records.find((record) => record.label === label),
        });
  return [...places.values()].toSorted((one, other) => (one.label < other.label ? -1 : 1));
}

/** A version with its share, in words. */
export function placeText(version: string | null | undefined, percent: number | null = null): string {
  if (version === null || version === undefined) return 'the code';
  return percent === null ? version : `${version} for ${percent} %`;
}

/** Where the store has to have a label, so that nobody else's move is lost. */
export function expectedOf(record: LabelRecord | undefined): string | null {
  return record?.version ? `${record.name}@${record.version}` : null;
}

/** Who has moved a label, when and why, in words. */
export function authorText({ by, at, why }: Pick<LabelRecord, 'by' | 'at' | 'why'>): string {
  const when = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return `${by}, ${when}${why === null ? '' : `: ${why}`}`;
}
