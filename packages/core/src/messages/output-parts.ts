import type { GetPromptResult, PromptMessage } from '../protocol.js';

/** What `render` may return: a string becomes one user message, and arrays may be nested. */
export type PromptOutput = PromptPart | GetPromptResult;

type PromptPart = string | PromptMessage | readonly PromptPart[];

/** Thrown when `render` returned what no client could read; it says which message is wrong, and how to mend it. */
export class OutputFault extends Error {
  override readonly name = 'OutputFault';
}

/**
 * The messages of an output, one after the other, out of arrays in arrays. Nothing else is checked yet.
 * @throws {OutputFault} for arrays that hold themselves
 */
export function messagesIn(output: unknown): Iterable<unknown> {
  if (!Array.isArray(output)) return [output];
  return output.some(Array.isArray) ? flattened(output, 0) : output;
}

function* flattened(output: unknown, depth: number): Generator<unknown, void, undefined> {
  if (depth > MAX_NESTED) throw new OutputFault(`nests arrays more than ${MAX_NESTED} deep`);
  if (Array.isArray(output)) for (const part of output) yield* flattened(part, depth + 1);
  else yield output;
}

const MAX_NESTED = 100;

export function isFullResult(output: unknown): output is GetPromptResult {
  return typeof output === 'object' && output !== null && 'messages' in output && Array.isArray(output.messages);
}
