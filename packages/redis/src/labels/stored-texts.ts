import type { LabelEvent, LabelEvents, LabelMove, LabelOutcome, LabelRecord, LabelWrite } from '@cuecard/labels';
import { entriesIn } from '../connection/stream-entries.js';

// Redis has the time as milliseconds since 1970, for its scripts cannot write a date.

type Timed<Record extends LabelRecord> = Omit<Record, 'at'> & { readonly at: number };

/** A move as the script reads it, which cannot tell `null` from nothing. */
export function textOf(write: LabelWrite): string {
  const { expect, percent } = write;
  const told = { isExpected: expect !== undefined, expect: expect ?? null };
  return JSON.stringify({ ...write, ...told, isShared: percent !== undefined, percent: percent ?? null });
}

export function parsedRecord(text: string): LabelRecord {
  return withDate(JSON.parse(text) as Timed<LabelRecord>);
}

export function parsedMove(text: string): LabelMove {
  return withDate(JSON.parse(text) as Timed<LabelMove>);
}

type StoredOutcome =
  | { readonly move: Timed<LabelMove> }
  | { readonly refused: 'mismatch'; readonly present?: Timed<LabelRecord> }
  | { readonly refused: 'protected' | 'behind' }
  | { readonly refused: 'lacking'; readonly instances: readonly string[] };

export function outcomeIn(text: unknown): LabelOutcome {
  const outcome = JSON.parse(text as string) as StoredOutcome;
  if ('move' in outcome) return { move: withDate(outcome.move) };
  if (outcome.refused !== 'mismatch') return outcome as LabelOutcome;
  return { refused: 'mismatch', present: outcome.present && withDate(outcome.present) };
}

/** What an XREAD of the log has found. */
export function eventsIn(reply: unknown, cursor: string): LabelEvents {
  const entries = entriesIn(reply);
  const events = entries.map(([, [type, text = '']]): LabelEvent => {
    return type === 'move' ? { type, move: parsedMove(text) } : { type: 'late' };
  });
  return { events, cursor: entries.at(-1)?.[0] ?? cursor };
}

function withDate<Record extends { readonly at: number }>(
  record: Record,
): Omit<Record, 'at'> & { readonly at: string } {
  return { ...record, at: new Date(record.at).toISOString() };
}
