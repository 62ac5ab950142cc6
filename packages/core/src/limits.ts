import { knownOptions } from './text/unknown-keys.js';

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

/** A limit of time, in milliseconds. Node fires a timer at once that is set for longer than these 25 days. */
export const ANY_TIME: LimitRange = { most: 2 ** 31 - 1 };

/**
 * Gives a limit as it is given, which is a whole number: anything else would limit nothing, or refuse everything.
 * @throws {RangeError} if the limit is invalid; the message names it
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

/** What a request may cost at most. Times are 24 days at most; the other limits may be `Infinity`. */
export interface Limits {
  /**
   * How long one prompt may take to answer, in milliseconds.
   * @default 30000
   */
  readonly renderMs: number;
  /**
   * How long the completion of an argument may take, in milliseconds.
   * @default 5000
   */
  readonly completeMs: number;
  /**
   * How long a page of the list of prompts may take, in milliseconds: only interceptors take time.
   * @default 10000
   */
  readonly listMs: number;
  /**
   * How long the person at the client may take to fill in a form, in milliseconds; the other limits wait meanwhile.
   * @default 300000, five minutes
   */
  readonly askMs: number;
  /**
   * How long reading or listing resources may take, in milliseconds.
   * @default 30000
   */
  readonly readMs: number;
  /**
   * How long one argument may be, in characters.
   * @default 1000000
   */
  readonly argumentLength: number;
  /**
   * How long all arguments of a request may be together, in characters.
   * @default 4000000
   */
  readonly argumentsLength: number;
  /**
   * How many messages a prompt may answer with.
   * @default 1000
   */
  readonly messages: number;
  /**
   * How large an answer may be, in bytes of UTF-8, base64 included as it is written.
   * @default 16777216
   */
  readonly answerBytes: number;
  /**
   * How many resources one connection may be subscribed to; 0 for none.
   * @default 100
   */
  readonly subscriptions: number;
}

export type LimitOptions = Partial<Limits>;

export const DEFAULT_LIMITS: Limits = {
  renderMs: 30_000,
  completeMs: 5_000,
  listMs: 10_000,
  askMs: 300_000,
  readMs: 30_000,
  argumentLength: 1_000_000,
  argumentsLength: 4_000_000,
  messages: 1_000,
  answerBytes: 16_777_216,
  subscriptions: 100,
};

const RANGES: Readonly<Record<keyof Limits, LimitRange>> = {
  renderMs: ANY_TIME,
  completeMs: ANY_TIME,
  listMs: ANY_TIME,
  askMs: ANY_TIME,
  readMs: ANY_TIME,
  argumentLength: ANY_SIZE,
  argumentsLength: ANY_SIZE,
  messages: ANY_SIZE,
  answerBytes: ANY_SIZE,
  subscriptions: { ...ANY_SIZE, least: 0 },
};

/**
 * The limits of a runtime, from those that were given.
 * @throws {RangeError} for one that limits nothing, or refuses everything
 * @throws {TypeError} for one that does not exist
 */
export function limitsOf(given: LimitOptions = {}): Limits {
  knownOptions('limits', given, RANGES);
  const limits: { -readonly [Name in keyof Limits]: Limits[Name] } = { ...DEFAULT_LIMITS };
  const names = Object.keys(RANGES) as (keyof Limits)[]; // There are no others in it.
  for (const name of names) limits[name] = limit(`limits.${name}`, given[name] ?? limits[name], RANGES[name]);
  return limits;
}
