import { validateOptions } from './text/option-kinds.js';

export interface LimitRange {
  /** @default 1 */
  readonly min?: number;
  /**
   * The largest valid limit. `Infinity` allows the limit `Infinity`, which disables the limit.
   * @default the largest safe integer
   */
  readonly max?: number;
}

/** The range for limits of sizes and counts. `Infinity` disables such a limit. */
export const ANY_SIZE: LimitRange = { max: Infinity };

/** The range for time limits, in milliseconds: up to 24.8 days. In Node, longer timers fire at once. */
export const ANY_TIME: LimitRange = { max: 2 ** 31 - 1 };

/**
 * Returns a limit if it is valid. An invalid limit would allow everything or reject everything.
 * @throws {RangeError} if the limit is invalid; the message contains `name`
 */
export function limit(name: string, value: number, range: LimitRange = {}): number {
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = range;
  const isInteger = Number.isSafeInteger(value) || value === Infinity;
  if (isInteger && value >= min && value <= max) return value;
  const description = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new RangeError(`${name} is ${description}: use a whole number from ${min} ${formatMax(max)}`);
}

function formatMax(max: number): string {
  if (max === Infinity) return 'on, or Infinity for no limit';
  return max === Number.MAX_SAFE_INTEGER ? 'on' : `to ${max}`;
}

/** The limits of a request. Time limits and `maxDepth` have a maximum. `Infinity` disables any other limit. */
export interface Limits {
  /**
   * The maximum time to render a prompt, including interceptors, in milliseconds.
   * @default 30000
   */
  readonly renderMs: number;
  /**
   * The maximum duration of a tool call, including interceptors, in milliseconds.
   * @default 60000
   */
  readonly callMs: number;
  /**
   * The maximum time to complete an argument, in milliseconds.
   * @default 5000
   */
  readonly completeMs: number;
  /**
   * The maximum time to answer `prompts/list` or `tools/list`, in milliseconds. Only `prepare` and interceptors take
   * noticeable time.
   * @default 10000
   */
  readonly listMs: number;
  /**
   * The maximum time to wait for the user to fill in a form, in milliseconds. Other time limits are paused while the
   * user is asked.
   * @default 300000, five minutes
   */
  readonly askMs: number;
  /**
   * The maximum time to read or list resources, in milliseconds.
   * @default 30000
   */
  readonly readMs: number;
  /**
   * The maximum length of one argument, in UTF-16 code units. In a JSON argument, strings and property names count with
   * their length, and each other value counts as one.
   * @default 1000000
   */
  readonly argumentLength: number;
  /**
   * The maximum total length of a request's arguments, in UTF-16 code units.
   * @default 4000000
   */
  readonly argumentsLength: number;
  /**
   * The maximum nesting of an argument or output, up to 1000 levels.
   * @default 64, as for messages in `@cuecard/server`
   */
  readonly maxDepth: number;
  /**
   * The maximum number of objects in an output.
   * @default 100000, as for values in messages of `@cuecard/server`
   */
  readonly maxValues: number;
  /**
   * The maximum number of messages in a prompt.
   * @default 1000
   */
  readonly messages: number;
  /**
   * The maximum number of content blocks in a tool result.
   * @default 1000
   */
  readonly blocks: number;
  /**
   * The maximum size of a result, in UTF-8 bytes. Binary content counts as base64.
   * @default 16777216
   */
  readonly answerBytes: number;
  /**
   * The maximum number of subscriptions per connection; 0 allows none.
   * @default 100
   */
  readonly subscriptions: number;
  /**
   * The maximum length of a subscribed URI, in UTF-16 code units. Subscribed URIs stay in memory.
   * @default 8192
   */
  readonly subscribedUriLength: number;
}

export type LimitOptions = Partial<Limits>;

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
  maxDepth: { max: 1_000 }, // Deeper values would overflow the stack.
  maxValues: ANY_SIZE,
  messages: ANY_SIZE,
  blocks: ANY_SIZE,
  answerBytes: ANY_SIZE,
  subscriptions: { ...ANY_SIZE, min: 0 },
  subscribedUriLength: ANY_SIZE,
};

/**
 * Completes a runtime's limits with the defaults.
 * @throws {RangeError} if a limit is invalid
 * @throws {TypeError} if a limit does not exist
 */
export function resolveLimits(options: LimitOptions = {}): Limits {
  validateOptions('limits', options, RANGES);
  const limits: { -readonly [Name in keyof Limits]: Limits[Name] } = { ...DEFAULT_LIMITS };
  const names = Object.keys(RANGES) as (keyof Limits)[]; // `RANGES` has exactly these keys.
  for (const name of names) limits[name] = limit(`limits.${name}`, options[name] ?? limits[name], RANGES[name]);
  return limits;
}
