import { constants } from 'node:buffer';

// As core has it, which this package does not know.

/** What a limit may be. */
export interface LimitRange {
  /** @default 1 */
  readonly least?: number;
  /**
   * `Infinity` where there may be no limit.
   * @default any whole number, but not `Infinity`
   */
  readonly most?: number;
}

/** A limit of how much or how many, which need not be. */
export const ANY_SIZE: LimitRange = { most: Infinity };

/** How many bytes of text can be had at all: more are no text to Node, and parse to nothing. */
export const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;

/** Node fires a timer at once that is set for longer than these 25 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** A limit of time, in milliseconds. */
export const ANY_TIME: LimitRange = { most: MAX_TIMER_MS };

/**
 * Gives a limit as it is given, which is a whole number: anything else would limit nothing, or refuse everything.
 * @throws {RangeError} for one that is none; it names the limit
 */
export function limit(name: string, given: number, range: LimitRange = {}): number {
  const { least = 1, most = Number.MAX_SAFE_INTEGER } = range;
  const isWhole = Number.isSafeInteger(given) || given === Infinity;
  if (isWhole && given >= least && given <= most) return given;
  const is = typeof given === 'number' ? String(given) : JSON.stringify(given);
  throw new RangeError(`${name} is ${is}: use a whole number from ${least} ${upTo(most)}`);
}

function upTo(most: number): string {
  if (most === Infinity) return 'on, or Infinity for no limit';
  return most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`;
}
