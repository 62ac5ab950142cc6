import { forgetAll, refusePromise, isInstance } from '../pending.js';
import type { GetPromptResult, PromptMessage } from '../protocol.js';
/** The output of `render`: a string becomes one user message, and arrays may be nested. */
export type PromptOutput = PromptPart | GetPromptResult;

type PromptPart = string | PromptMessage | readonly PromptPart[];

/** Thrown if an answer is invalid. It names the invalid part and the remedy. */
export class OutputFault extends Error {
  override readonly name = 'OutputFault';
}

/** Adds the probable cause to a fault: an unawaited promise. Ignores rejections of the promises in the value. */
export function withPromiseHint(fault: unknown, value: unknown): unknown {
  const hasPromise = forgetAll(value);
  if (!hasPromise || !(fault instanceof OutputFault)) return fault;
  return new OutputFault(`${fault.message}; a promise in it was not awaited`);
}

/** The maximum number of messages and arrays to visit. An output with more is endless, or repeats parts many times. */
const MAX_PARTS = 1_000_000;
const MAX_NESTED = 100;

/** The parts of an output. */
type PartName = 'messages' | 'blocks';

/** The state of a traversal. */
interface Walk {
  readonly messages: unknown[];
  readonly name: PartName;
  readonly max: number;
  parts: number;
}

/**
 * The messages or blocks of an output, flattened. Nothing else is checked yet.
 * @param max the maximum number of messages or blocks; at most 1,000,000 with the arrays around them
 * @throws {OutputFault} if there are more, or arrays are nested more than 100 deep
 */
export function messagesIn(output: unknown, max = Infinity, name: PartName = 'messages'): readonly unknown[] {
  if (!Array.isArray(output)) return [output];
  const walk: Walk = { messages: [], name, max, parts: 0 };
  collect(output, 0, walk);
  return walk.messages;
}

// By index, because a custom iterator may never end.
function collect(parts: readonly unknown[], depth: number, walk: Walk): void {
  if (depth >= MAX_NESTED) throw new OutputFault(`nests arrays more than ${MAX_NESTED} deep`);
  const { length } = parts;
  walk.parts += length;
  if (walk.parts > MAX_PARTS) throw new OutputFault(`returned more than ${MAX_PARTS} ${walk.name} and arrays together`);
  for (let index = 0; index < length; index += 1) {
    const part = parts[index];
    if (Array.isArray(part)) collect(part, depth + 1, walk);
    else if (walk.messages.push(part) > walk.max)
      throw new OutputFault(`returned more than ${walk.max} ${walk.name}, the limit of \`${walk.name}\``);
  }
}

/** A UTF-16 code unit takes at most three bytes of UTF-8; the role and the type of a message count, too. */
const [MAX_BYTES_PER_UNIT, OTHER_BYTES] = [3, 'user'.length + 'text'.length];

/** Whether an output is a string that fits into an answer of this size in any encoding: the usual case. */
export function isShortText(output: unknown, answerBytes: number): output is string {
  return typeof output === 'string' && output.length * MAX_BYTES_PER_UNIT + OTHER_BYTES <= answerBytes;
}

export function isFullResult(output: unknown): output is GetPromptResult {
  return typeof output === 'object' && output !== null && 'messages' in output && Array.isArray(output.messages);
}

interface JsonOptions {
  /** The maximum number of members. A value with more is endless, or repeats its parts many times. */
  readonly maxMembers: number;
  /** @default 0: a single line */
  readonly indent?: number;
}

/**
 * A value as JSON; `undefined` if JSON cannot represent it.
 * @throws {TypeError} for a promise, a bigint, a Map, a Set or a circular value
 * @throws {MemberLimitError} if there are more members than `maxMembers`
 */
export function jsonText(value: object, { maxMembers, indent = 0 }: JsonOptions): string | undefined {
  let members = 0;
  const replace = (name: string, member: unknown) => {
    members += 1;
    if (members + (Array.isArray(member) ? member.length : 0) > maxMembers) throw new MemberLimitError(maxMembers);
    // JSON.stringify would silently return `{}`.
    if (isInstance(Map, member) || isInstance(Set, member)) throw new TypeError('A Map or a Set is not JSON.');
    return refusePromise(name, member);
  };
  return JSON.stringify(value, replace, indent);
}

/** Thrown for a value that has too many members. */
export class MemberLimitError extends RangeError {
  constructor(maxMembers: number) {
    super(`The value has more than ${maxMembers} members as JSON. Give the part that is needed.`);
  }
}
