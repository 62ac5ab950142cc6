import { ANY_SIZE, limit } from '../shared/limit.js';
import { endOfText, JsonExtent } from './json-extent.js';
import type { RequestId } from './message.js';
import { RequestIdReader } from './request-id-reader.js';

export interface MessageOptions {
  /**
   * The maximum number of values in a message: each string, number, object and so on counts, also the message itself.
   * A message with more is refused before it is parsed, because parsing and checking it would delay other requests.
   * @default 100000
   */
  readonly maxValues?: number;
}

/** @throws {RangeError} if the limit is invalid */
export function maxValuesIn({ maxValues = 100_000 }: MessageOptions): number {
  return limit('maxValues', maxValues, ANY_SIZE);
}

/** The cost of one value, and of one character of a string or name. */
interface Price {
  readonly value: number;
  readonly character: number;
}

const BY_COUNT: Price = { value: 1, character: 0 };
const BY_SIZE: Price = { value: 32, character: 1 };

/** The maximum depth of values: recursive code overflows the stack on deeper ones. */
const MAX_DEPTH = 64;
/** The description of a client is kept as long as the client is known, and may take three times as much memory. */
const MAX_CHARACTERS = 65_536;

/** Shorter JSON is not scanned before it is parsed. */
const SHORT = 10_000;

/** Whether a message or a batch has at most so many values, 64 levels deep. */
export function isCheckable(message: unknown, maxValues: number): boolean {
  return spend(message, maxValues, BY_COUNT) >= 0;
}

/** Whether JSON can be such a message: parsing a million values takes a second. */
export function isCheckableJson(text: string, maxValues: number): boolean {
  return isShort(text, maxValues) || extentOf(text, maxValues) !== undefined;
}

/** Whether JSON is too short for more than the maximum number of values. */
export function isShort(text: string, maxValues: number): boolean {
  return text.length < Math.min(SHORT, 2 * maxValues);
}

/** The extent of JSON; nothing if it has more than the maximum number of values, or some are more than 64 levels deep. */
export function extentOf(text: string, maxValues: number): JsonExtent | undefined {
  const extent = new JsonExtent();
  for (let at = 0; at < text.length; at += 1) {
    extent.add(text.charCodeAt(at));
    if (extent.values > maxValues || extent.depth > MAX_DEPTH) return undefined;
    at = endOfText(text, at);
  }
  return extent;
}

/** The refusal of a message that is too large. */
export function uncheckable(maxValues: number, id: RequestId | undefined) {
  const message = `Invalid Request: more than ${maxValues} values, or some more than ${MAX_DEPTH} levels deep`;
  return { code: -32600, message, id };
}

/** The refusal of JSON that is too large, with its id. */
export function uncheckableJson(text: string, maxValues: number) {
  return uncheckable(maxValues, new RequestIdReader().add(Buffer.from(text)).id);
}

/** Whether something is small enough to be kept for each client: 65,536 characters, with 32 more for each value. */
export function isKeepable(value: unknown): boolean {
  return spend(value, MAX_CHARACTERS, BY_SIZE) >= 0;
}

/** The rest of a budget after a value; negative if the value was too large or too deep. */
function spend(value: unknown, budget: number, price: Price, depth = 0): number {
  let left = budget - price.value;
  if (typeof value === 'string') return left - value.length * price.character;
  if (typeof value !== 'object' || value === null) return left;
  if (depth === MAX_DEPTH) return -1;
  if (Array.isArray(value)) return spendEach(value, left, price, depth + 1);
  for (const name in value) {
    if (left < 0) break;
    left = spend((value as Record<string, unknown>)[name], left - name.length * price.character, price, depth + 1);
  }
  return left;
}

/** By index: `Object.values` would create the names of an array's elements first. */
function spendEach(values: readonly unknown[], budget: number, price: Price, depth: number): number {
  let left = budget;
  for (let at = 0; at < values.length && left >= 0; at += 1) left = spend(values[at], left, price, depth);
  return left;
}
