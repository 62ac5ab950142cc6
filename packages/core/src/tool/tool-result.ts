import type { Limits } from '../limits.js';
import { messagesIn, OutputFault } from '../messages/output-parts.js';
import { checked, checkedContent, kindOf } from '../output/content-check.js';
import { isRecord, json, optional, record, value } from '../output/shape.js';
import { isLarger } from '../output/size.js';
import type { CallToolResult, ContentBlock } from '../protocol.js';

type ResultLimits = Pick<Limits, 'blocks' | 'answerBytes'>;

const RESULT = record<CallToolResult>({
  content: (given) => given, // Checked block by block.
  structuredContent: optional(json),
  isError: optional(value('true or false', (given) => typeof given === 'boolean')),
  _meta: optional(json),
});

/** Whether an output is a full result. */
export function isFullResult(output: unknown): output is CallToolResult {
  return isRecord(output) && Array.isArray(output['content']);
}

/**
 * A copy of a full result in which everything has been checked.
 * @throws {OutputFault} if it must not be sent
 */
export function checkedResult(output: unknown, limits: ResultLimits): CallToolResult {
  if (!isFullResult(output)) throw new OutputFault(`gave ${kindOf(output)} as a result: it has an array of content`);
  return { ...checked(RESULT, output, 'returned a result whose'), content: blocksOf(output.content, limits) };
}

/**
 * The content blocks of an output.
 * @throws {OutputFault} if it must not be sent
 */
export function blocksOf(output: unknown, { blocks: most }: ResultLimits): ContentBlock[] {
  if (output === undefined || output === null)
    throw new OutputFault('returned nothing: return a string, content blocks or a full result');
  return messagesIn(output, most, 'blocks').map(toBlock);
}

function toBlock(block: unknown, index: number): ContentBlock {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (isRecord(block) && 'type' in block) return checkedContent(block, 'block', index);
  const remedy = 'use a string, text(…) and the like, or declare the `output` of the tool';
  throw new OutputFault(`returned ${kindOf(block)} as block ${index}: ${remedy}`);
}

/** @throws {OutputFault} if the result is larger than an answer may be */
export function sized(result: CallToolResult, { answerBytes }: ResultLimits): CallToolResult {
  if (!isLarger(result, answerBytes)) return result;
  throw new OutputFault(`returned more than ${answerBytes} bytes, the limit of \`answerBytes\``);
}
