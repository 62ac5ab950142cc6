import type { Schema } from '../manifest/manifest.js';
import { type Effect, narrower, wider } from './change.js';

/** A limit for numbers, which has an inclusive and an exclusive keyword. */
interface Limit {
  readonly including: 'minimum' | 'maximum';
  readonly excluding: 'exclusiveMinimum' | 'exclusiveMaximum';
  /** 1 for a lower limit, which narrows when it is raised; -1 for an upper limit. */
  readonly direction: 1 | -1;
}

const LIMITS: readonly Limit[] = [
  { including: 'minimum', excluding: 'exclusiveMinimum', direction: 1 },
  { including: 'maximum', excluding: 'exclusiveMaximum', direction: -1 },
];

/** The position of a limit: an exclusive limit is narrower than an inclusive one at the same value. */
interface Bound {
  readonly keyword: string;
  readonly value: number;
  readonly order: readonly [value: number, exclusiveness: number];
}

/** Returns how a changed limit affects the numbers that a schema accepts. */
export function limitEffects(one: Schema, other: Schema): Effect[] {
  return LIMITS.flatMap((limit) => boundEffects(boundIn(one, limit), boundIn(other, limit)));
}

function boundEffects(old: Bound | undefined, now: Bound | undefined): Effect[] {
  if (old === undefined)
    return now === undefined ? [] : [narrower('bound-introduced', `has ${now.keyword} ${now.value} now`)];
  if (now === undefined) return [wider('bound-lifted', `no longer has ${old.keyword}, which was ${old.value}`)];
  const difference = now.order[0] - old.order[0] || now.order[1] - old.order[1];
  if (difference === 0) return [];
  const was = old.keyword === now.keyword ? old.value : `${old.keyword} ${old.value}`;
  const change = `has ${now.keyword} ${now.value} instead of ${was}`;
  return [difference > 0 ? narrower('bound-narrowed', change) : wider('bound-widened', change)];
}

/**
 * Returns the narrower of a schema's two bounds. For integers, converts an exclusive bound to an inclusive bound at the
 * next integer.
 */
function boundIn(schema: Schema, { including, excluding, direction }: Limit): Bound | undefined {
  const isInteger = schema.type === 'integer';
  const bounds = [including, excluding].flatMap((keyword): Bound[] => {
    const value = schema[keyword];
    if (typeof value !== 'number') return [];
    const isExclusive = keyword === excluding;
    const order = isInteger
      ? ([value * direction + Number(isExclusive), 0] as const)
      : ([value * direction, Number(isExclusive)] as const);
    return [{ keyword, value, order }];
  });
  return bounds.toSorted((one, other) => other.order[0] - one.order[0] || other.order[1] - one.order[1])[0];
}
