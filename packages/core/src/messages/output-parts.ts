import { forgetAll } from '../pending.js';
import type { GetPromptResult, PromptMessage } from '../protocol.js';

/** What `render` may return: a string becomes one user message, and arrays may be nested. */
export type PromptOutput = PromptPart | GetPromptResult;

type PromptPart = string | PromptMessage | readonly PromptPart[];

/** Thrown when `render` returned what no client could read; it says which message is wrong, and how to mend it. */
export class OutputFault extends Error {
  override readonly name = 'OutputFault';
}

/** A fault in a value, with its probable cause: promises in the value are given up. */
export function explained(fault: unknown, given: unknown): unknown {
  const isPromised = forgetAll(given);
  if (!isPromised || !(fault instanceof OutputFault)) return fault;
  return new OutputFault(`${fault.message}; a promise in it was not awaited`);
}

/** How many messages and arrays are looked at: more have no end, or hold one another many times. */
const MAX_PARTS = 1_000_000;
const MAX_NESTED = 100;

/** What has been found so far. */
interface Walk {
  readonly messages: unknown[];
  readonly most: number;
  parts: number;
}

/**
 * The messages of an output, one after the other, out of arrays in arrays. Nothing else is checked yet.
 * @param most how many there may be; never more than 1,000,000, arrays included
 * @throws {OutputFault} for more, and for arrays that are nested more than 100 deep
 */
export function messagesIn(output: unknown, most = Infinity): readonly unknown[] {
  if (!Array.isArray(output)) return [output];
  const walk: Walk = { messages: [], most, parts: 0 };
  collect(output, 0, walk);
  return walk.messages;
}

// By index: the iterator of an array may be one that does not end.
function collect(parts: readonly unknown[], depth: number, walk: Walk): void {
  if (depth >= MAX_NESTED) throw new OutputFault(`nests arrays more than ${MAX_NESTED} deep`);
  const { length } = parts;
  walk.parts += length;
  if (walk.parts > MAX_PARTS) throw new OutputFault(`returned more than ${MAX_PARTS} messages and arrays together`);
  for (let index = 0; index < length; index += 1) {
    const part = parts[index];
    if (Array.isArray(part)) collect(part, depth + 1, walk);
    else if (walk.messages.push(part) > walk.most)
      throw new OutputFault(`returned more than ${walk.most} messages, the limit of \`messages\``);
  }
}

export function isFullResult(output: unknown): output is GetPromptResult {
  return typeof output === 'object' && output !== null && 'messages' in output && Array.isArray(output.messages);
}
