import { knownOptions } from './text/option-kinds.js';

/** The valid range of a limit. */
export interface LimitRange {
  /** @default 1 */
  readonly least?: number;
  /**
   * `Infinity` if the limit can be turned off.
   * @default any whole number, but not `Infinity`
   */
  readonly most?: number;
}

/** The range of limits of size and number, which `Infinity` turns off. */
export const ANY_SIZE: LimitRange = { most: Infinity };

/** The range of time limits, in milliseconds, up to 24.8 days. Node fires longer timers at once. */
export const ANY_TIME: LimitRange = { most: 2 ** 31 - 1 };

/**
 * Returns a valid limit unchanged. An invalid one would limit nothing, or refuse everything.
 * @throws {RangeError} if the limit is invalid; the message names it
 */
export function limit(name: string, value: number, range: LimitRange = {}): number {
  const { least = 1, most = Number.MAX_SAFE_INTEGER } = range;
  const isInteger = Number.isSafeInteger(value) || value === Infinity;
  if (isInteger && value >= least && value <= most) return value;
  const description = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new RangeError(`${name} is ${description}: use a whole number from ${least} ${formatMax(most)}`);
}

function formatMax(max: number): string {
  if (max === Infinity) return 'on, or Infinity for no limit';
  return max === Number.MAX_SAFE_INTEGER ? 'on' : `to ${max}`;
}

/** The limits of a request. Time limits are at most 24.8 days; the others may be `Infinity`. */
export interface Limits {
  /**
   * How long a prompt may take to answer, in milliseconds, including interceptors.
   * @default 30000
   */
  readonly renderMs: number;
  /**
   * How long a tool may take to answer, in milliseconds, including interceptors.
   * @default 60000
   */
  readonly callMs: number;
  /**
   * How long the completion of an argument may take, in milliseconds.
   * @default 5000
   */
  readonly completeMs: number;
  /**
   * How long a page of `prompts/list` or `tools/list` may take, in milliseconds. Only `prepare` and interceptors take noticeable time.
   * @default 10000
   */
  readonly listMs: number;
  /**
   * How long the user may take to fill in a form, in milliseconds. The other limits are paused meanwhile.
   * @default 300000, five minutes
   */
  readonly askMs: number;
  /**
   * How long reading or listing resources may take, in milliseconds.
   * @default 30000
   */
  readonly readMs: number;
  /**
   * How long one argument may be, in UTF-16 code units. Of JSON, the strings and names count, and each other value as one.
   * @default 1000000
   */
  readonly argumentLength: number;
  /**
   * How long all arguments of a request may be together, in UTF-16 code units.
   * @default 4000000
   */
  readonly argumentsLength: number;
  /**
   * How deeply an argument or an output may be nested, up to 1000 levels.
   * @default 64, as a message of `@cuecard/server`
   */
  readonly maxDepth: number;
  /**
   * How many objects an output may have.
   * @default 100000, as a message of `@cuecard/server` may have values
   */
  readonly maxValues: number;
  /**
   * How many messages a prompt may return.
   * @default 1000
   */
  readonly messages: number;
  /**
   * How many content blocks a tool may return.
   * @default 1000
   */
  readonly blocks: number;
  /**
   * How large an answer may be, in bytes of UTF-8. Binary content counts as base64.
   * @default 16777216
   */
  readonly answerBytes: number;
  /**
   * How many resources one connection may subscribe to; 0 allows none.
   * @default 100
   */
  readonly subscriptions: number;
  /**
   * How long a URI may be to subscribe to it, in UTF-16 code units: it is kept until the subscription ends.
   * @default 8192
   */
  readonly subscribedUriLength: number;
}

export type LimitOptions = Partial<Limits>;

/** The limits of the time of requests. */
export type TimeLimit = 'renderMs' | 'callMs' | 'completeMs' | 'listMs' | 'readMs';

export const DEFAULT_LIMITS: Limits = {
  renderMs: 30_000,
  callMs: 60_000,
  completeMs: 5_000,
  listMs: 10_000,
  askMs: 300_000,
  readMs: 30_000,
  argumentLength: 1_000_000,
  argumentsLength: 4_000_000,
  maxDepth: 64,
  maxValues: 100_000,
  messages: 1_000,
  blocks: 1_000,
  answerBytes: 16_777_216,
  subscriptions: 100,
  subscribedUriLength: 8_192,
};

const RANGES: Readonly<Record<keyof Limits, LimitRange>> = {
  renderMs: ANY_TIME,
  callMs: ANY_TIME,
  completeMs: ANY_TIME,
  listMs: ANY_TIME,
  askMs: ANY_TIME,
  readMs: ANY_TIME,
  argumentLength: ANY_SIZE,
  argumentsLength: ANY_SIZE,
  maxDepth: { most: 1_000 }, // Recursive code overflows the stack on deeper values.
  maxValues: ANY_SIZE,
  messages: ANY_SIZE,
  blocks: ANY_SIZE,
  answerBytes: ANY_SIZE,
  subscriptions: { ...ANY_SIZE, least: 0 },
  subscribedUriLength: ANY_SIZE,
};

/**
 * The limits of a runtime, with defaults.
 * @throws {RangeError} if a limit is invalid
 * @throws {TypeError} if a limit does not exist
 */
export function resolveLimits(options: LimitOptions = {}): Limits {
  knownOptions('limits', options, RANGES);
  const limits: { -readonly [Name in keyof Limits]: Limits[Name] } = { ...DEFAULT_LIMITS };
  const names = Object.keys(RANGES) as (keyof Limits)[]; // `RANGES` has no other keys.
  for (const name of names) limits[name] = limit(`limits.${name}`, options[name] ?? limits[name], RANGES[name]);
  return limits;
}
