import { ANY_SIZE, limit } from '../shared/limit.js';
import { extentOf, weightOfExtent } from './message-size.js';
import type { MessageFault, RequestId } from './message.js';
import { RequestIdReader } from './request-id-reader.js';

export interface MessageOptions {
  /**
   * The maximum number of values in a message. Each string, number, object and so on counts, including the message
   * itself. A message above the limit is rejected before it is parsed, because parsing and checking it would delay
   * other requests.
   * @default 100000
   */
  readonly maxValues?: number;
  /**
   * The maximum depth of nested values in a message, up to 1000; the message itself is the first level.
   * @default 64
   */
  readonly maxDepth?: number;
}

export type MessageLimits = Required<MessageOptions>;

/** @throws {RangeError} if a limit is invalid */
export function messageLimitsIn({ maxValues = 100_000, maxDepth = 64 }: MessageOptions): MessageLimits {
  return {
    maxValues: limit('maxValues', maxValues, ANY_SIZE),
    maxDepth: limit('maxDepth', maxDepth, { max: 1_000 }), // Recursive code overflows the stack on deeper values.
  };
}

/** A parsed message. */
export interface ParsedMessage {
  readonly json: unknown;
  /** The memory of the message beyond its characters, in bytes. */
  readonly weight: number;
}

/**
 * Parses JSON within limits, or returns the error. Checks the limits first, because parsing a million values takes a
 * second.
 */
export function parseMessage(text: string, limits: MessageLimits): ParsedMessage | MessageFault {
  const extent = extentOf(text, limits);
  if (extent === undefined) return excess(limits, new RequestIdReader().add(Buffer.from(text)).id);
  try {
    return { json: JSON.parse(text), weight: weightOfExtent(extent) };
  } catch {
    return NO_JSON;
  }
}

export const NO_JSON = { code: -32700, message: 'Parse error: the message is not valid JSON in UTF-8' };

/** Creates the error for a message with too many or too deeply nested values. */
export function excess({ maxValues, maxDepth }: MessageLimits, id: RequestId | undefined): MessageFault {
  const message = `Invalid Request: the message has more than ${maxValues} values, or is nested more than ${maxDepth} levels deep`;
  return { code: -32600, message, id };
}

/** The cost of one value, and of one character of a string or name. */
interface ValueCost {
  readonly value: number;
  readonly character: number;
  readonly maxDepth: number;
}

/** Whether a message that a framework has parsed is within the limits. */
export function isWithin(message: unknown, { maxValues, maxDepth }: MessageLimits): boolean {
  return budgetAfter(message, maxValues, { value: 1, character: 0, maxDepth }) >= 0;
}

/**
 * The maximum length of a client's description. The server keeps the description, which takes up to three times as much
 * memory.
 */
const MAX_CHARACTERS = 65_536;

/**
 * Whether a value is small enough to be kept for each client: at most 65,536 characters, where each value counts as 32.
 */
export function isKeepable(value: unknown): boolean {
  return budgetAfter(value, MAX_CHARACTERS, { value: 32, character: 1, maxDepth: 64 }) >= 0;
}

/** Returns what a value leaves of a budget; negative if the value is too large or too deep. */
function budgetAfter(value: unknown, budget: number, price: ValueCost, depth = 0): number {
  let left = budget - price.value;
  if (typeof value === 'string') return left - value.length * price.character;
  if (typeof value !== 'object' || value === null) return left;
  if (depth === price.maxDepth) return -1;
  if (Array.isArray(value)) return budgetAfterAll(value, left, price, depth + 1);
  for (const name in value) {
    if (left < 0) break;
    left = budgetAfter(
      (value as Record<string, unknown>)[name],
      left - name.length * price.character,
      price,
      depth + 1,
    );
  }
  return left;
}

/** Reads by index, because `Object.values` would create the names of an array's elements first. */
function budgetAfterAll(values: readonly unknown[], budget: number, price: ValueCost, depth: number): number {
  let left = budget;
  for (let at = 0; at < values.length && left >= 0; at += 1) left = budgetAfter(values[at], left, price, depth);
  return left;
}
