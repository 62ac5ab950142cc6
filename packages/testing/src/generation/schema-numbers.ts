import type * as fastCheck from 'fast-check';
import type { Schema } from '../contract/manifest/manifest.js';

type FastCheck = typeof fastCheck;
type Numbers = fastCheck.Arbitrary<number>;

/** How far everyday numbers reach. */
const EVERYDAY = 2000;

/** Generates whole numbers that a schema admits. */
export function wholeNumbersFor(schema: Schema, fc: FastCheck): Numbers {
  return fc.integer(wholeRange(schema));
}

/**
 * Generates numbers that a schema admits: half of them with two decimals, as people give them. Nearly all others have more
 * digits than a rule for amounts accepts.
 */
export function numbersFor(schema: Schema, fc: FastCheck): Numbers {
  const all = fc.double({ ...range(schema), noNaN: true, noDefaultInfinity: true });
  const { min, max } = cents(schema);
  return min > max ? all : fc.oneof(fc.integer({ min, max }).map(fromCents), all);
}

const fromCents = (count: number): number => count / 100;

/** The everyday numbers of a range, in hundredths. */
function cents(schema: Schema): { readonly min: number; readonly max: number } {
  const { min: least, max: most = Infinity, minExcluded, maxExcluded } = range(schema);
  const from = least ?? Math.min(most, EVERYDAY / 2) - EVERYDAY;
  const to = Math.min(most, from + EVERYDAY);
  return {
    min: Math.ceil(from * 100) + (minExcluded === true ? 1 : 0),
    max: Math.floor(to * 100) - (maxExcluded === true ? 1 : 0),
  };
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): fastCheck.DoubleConstraints {
  const [min, max] = [exclusiveMinimum ?? minimum, exclusiveMaximum ?? maximum];
  return {
    ...(min !== undefined && { min, minExcluded: exclusiveMinimum !== undefined }),
    ...(max !== undefined && { max, maxExcluded: exclusiveMaximum !== undefined }),
  };
}

function wholeRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): fastCheck.IntegerConstraints {
  const least = exclusiveMinimum === undefined ? minimum : Math.floor(exclusiveMinimum) + 1;
  const most = exclusiveMaximum === undefined ? maximum : Math.ceil(exclusiveMaximum) - 1;
  return {
    ...(least !== undefined && { min: Math.ceil(least) }),
    ...(most !== undefined && { max: Math.floor(most) }),
  };
}
