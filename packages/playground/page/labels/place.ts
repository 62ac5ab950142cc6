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
  const declared = new Map(all.flatMap((each) => each.labels.map((label) => [label, each.version])));
  const names = new Set([...declared.keys(), ...records.map(({ label }) => label)]);
  return [...names].toSorted().map((label) => {
    const record = records.find((each) => each.label === label);
    return { label, version: record?.version ?? declared.get(label), record };
  });
}

/** A version with its share, in words. */
export function placeText(version: string | null | undefined, percent: number | null = null): string {
  if (version === null || version === undefined) return 'the code';
  return percent === null ? version : `${version} for ${percent} %`;
}

/** Where the store has to have a label, so that no other person's move is lost. */
export function expectedOf(record: LabelRecord | undefined): string | null {
  return record?.version ? `${record.name}@${record.version}` : null;
}

/** Since when a label is where it is, in words. */
export function sinceText({ version, record }: LabelPlace): string {
  if (record?.version) return authorText(record);
  return version === undefined ? 'on no version' : 'where the code declares it';
}

/** Who has moved a label, when and why, in words. */
export function authorText({ by, at, why }: Pick<LabelRecord, 'by' | 'at' | 'why'>): string {
  const when = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return `${by}, ${when}${why === null ? '' : `: ${why}`}`;
}
