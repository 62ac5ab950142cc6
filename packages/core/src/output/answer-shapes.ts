import {
  type CompleteResult,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ListToolsResult,
  MAX_SUGGESTIONS,
  type ReadResourceResult,
} from '../protocol.js';
import type { Limits } from '../limits.js';
import { withPromiseHint, OutputFault } from '../messages/output-parts.js';
import { checkShape } from './content-check.js';
import { flag, PROMPT, RESOURCE, RESOURCE_CONTENTS, RESOURCE_TEMPLATE, text, TOOL } from './content-shapes.js';
import { json, list, optional, record, type Shape, ShapeFault, shapeOf, isLarger } from './shape.js';

const count = shapeOf('a whole number', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const scope = shapeOf('"public" or "private"', (value) => value === 'public' || value === 'private');

const MAX_ENTRIES = 100_000;

const page = { nextCursor: optional(text), ttlMs: optional(count), cacheScope: optional(scope), _meta: optional(json) };

export const LIST_PROMPTS = record<ListPromptsResult>({ prompts: list(PROMPT, MAX_ENTRIES), ...page });

export const LIST_TOOLS = record<ListToolsResult>({ tools: list(TOOL, MAX_ENTRIES), ...page });

const texts = list(text);
const values: Shape = (value, path) => {
  if (Array.isArray(value) && value.length > MAX_SUGGESTIONS)
    throw new ShapeFault(path, `at most ${MAX_SUGGESTIONS} values`);
  return texts(value, path);
};

const COMPLETION = record<CompleteResult>({
  completion: record<CompleteResult['completion']>({ values, total: optional(count), hasMore: optional(flag) }),
  _meta: optional(json),
});

export const LIST_RESOURCES = record<ListResourcesResult>({ resources: list(RESOURCE, MAX_ENTRIES), ...page });

export const LIST_TEMPLATES = record<ListResourceTemplatesResult>({
  resourceTemplates: list(RESOURCE_TEMPLATE, MAX_ENTRIES),
  ...page,
});

export const READ = record<ReadResourceResult & Pick<ListPromptsResult, 'ttlMs' | 'cacheScope'>>({
  contents: list(RESOURCE_CONTENTS, MAX_ENTRIES),
  ttlMs: optional(count),
  cacheScope: optional(scope),
  _meta: optional(json),
});

/** @throws {OutputFault} if the answer is not a completion, or is too large */
export function checkedCompletion(answer: unknown, { answerBytes }: Limits, problem?: string): CompleteResult {
  const result = checkedAnswer(COMPLETION, answer, problem);
  checkSize(result.completion, answerBytes);
  return result;
}

/** @throws {OutputFault} if the contents or the completion of an answer are too large */
export function checkSize(content: object, answerBytes: number): void {
  if (isLarger(content, answerBytes)) throw new OutputFault('is larger than the limit `answerBytes`');
}

/**
 * A copy of an answer, or of a part of it, in which everything has been checked.
 * @param problem the beginning of the fault, which names the part that is wrong
 * @throws {OutputFault} if it has another shape
 */
export function checkedAnswer<T>(
  shape: Shape<T>,
  answer: unknown,
  problem = 'got an answer from an interceptor, whose',
  path = 'answer',
): T {
  try {
    return checkShape(shape, answer, problem, path);
  } catch (fault) {
    throw withPromiseHint(fault, answer);
  }
}
