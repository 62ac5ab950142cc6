import type * as fastCheck from 'fast-check';
import type { Schema } from '../contract/manifest/manifest.js';

type FastCheck = typeof fastCheck;
type Numbers = fastCheck.Arbitrary<number>;

/** The width of the interval for numbers with two decimals. */
const USUAL_RANGE = 2000;

/** Generates integers that a schema accepts. */
export function wholeNumbersFor(schema: Schema, fc: FastCheck): Numbers {
  return fc.integer(wholeRange(schema));
}

/**
 * Generates numbers that a schema accepts. Half of the numbers have two decimals, because nearly all random numbers
 * have more digits than a rule for amounts accepts.
 */
export function numbersFor(schema: Schema, fc: FastCheck): Numbers {
  const all = fc.double({ ...range(schema), noNaN: true, noDefaultInfinity: true });
  const { min, max } = rangeInCents(schema);
  return min > max ? all : fc.oneof(fc.integer({ min, max }).map(fromCents), all);
}

const fromCents = (count: number): number => count / 100;

/** Returns the range for numbers with two decimals, in hundredths. */
function rangeInCents(schema: Schema): { readonly min: number; readonly max: number } {
  const { min, max = Infinity, minExcluded, maxExcluded } = range(schema);
  const from = min ?? Math.min(max, USUAL_RANGE / 2) - USUAL_RANGE;
  const to = Math.min(max, from + USUAL_RANGE);
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
  const min = exclusiveMinimum === undefined ? minimum : Math.floor(exclusiveMinimum) + 1;
  const max = exclusiveMaximum === undefined ? maximum : Math.ceil(exclusiveMaximum) - 1;
  return {
    ...(min !== undefined && { min: Math.ceil(min) }),
    ...(max !== undefined && { max: Math.floor(max) }),
  };
}
