import type { LabelMove, LabelRecord } from './label-record.js';
import type { LabelRefusal, LabelWrite } from './label-write.js';

/** An instance, as far as moves go. */
interface Instance {
  readonly id: string;
  /** `kind name` of each name that it serves, and `kind name@version` of each version. */
  readonly serves: ReadonlySet<string>;
}

interface Situation {
  /** Where the label is, if the store knows it. */
  readonly present: LabelRecord | undefined;
  readonly isProtected: boolean;
  /** Those that are there now. */
  readonly instances: readonly Instance[];
}

/** Why a move must not be made; `undefined` if it may. */
export function refusalOf(write: LabelWrite, { present, isProtected, instances }: Situation): LabelRefusal | undefined {
  const { why, expect, force } = write;
  if (isProtected && (why === null || expect === undefined)) return { refused: 'protected' };
  if (expect !== undefined && expect !== (present?.version ?? null)) return { refused: 'mismatch', present };
  const lacking = force ? [] : instances.filter((each) => lacks(each, write)).map(({ id }) => id);
  return lacking.length > 0 ? { refused: 'lacking', instances: lacking.toSorted() } : undefined;
}

/** Whether an instance serves the name, but not the version. */
function lacks({ serves }: Instance, { kind, name, version }: LabelWrite): boolean {
  return version !== null && serves.has(`${kind} ${name}`) && !serves.has(`${kind} ${name}@${version}`);
}

/** The move that a store makes. */
export function moveOf(write: LabelWrite, present: LabelRecord | undefined, revision: number): LabelMove {
  const { kind, name, label, version, by, why, operation, expect } = write;
  const before = { from: present?.version ?? null, fromPercent: present?.percent ?? null };
  const percent = write.percent === undefined ? before.fromPercent : write.percent;
  const record = { kind, name, label, version, percent, revision, by, why, at: new Date().toISOString(), operation };
  return { ...record, ...before, forced: expect === undefined };
}

/** Whether a store has lost something that the writer knows. */
export function hasLost(
  {
    epoch,
    revision,
    superseded,
  }: { readonly epoch: string; readonly revision: number; readonly superseded: readonly string[] },
  known: LabelWrite['known'],
): boolean {
  if (known.epoch === epoch) return known.revision > revision;
  return known.epoch !== '' && !superseded.includes(known.epoch);
}
