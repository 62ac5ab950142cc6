import type { CallToolResult, GetPromptResult, ReadResourceResult } from '@cuecard/core';

/** What a call returns to a client. */
export type Result = GetPromptResult | CallToolResult | ReadResourceResult;

/** Whether a value has the shape of a result. */
export function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null) return false;
  const { messages, content, contents } = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(messages)) return messages.every((message) => hasText(message, 'role'));
  if (Array.isArray(content)) return content.every((block) => hasText(block, 'type'));
  return Array.isArray(contents) && contents.every((each) => hasText(each, 'uri'));
}

function hasText(value: unknown, member: string): boolean {
  return typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[member] === 'string';
}
