import type {
  ContentBlock,
  ResourceContents,
  Role,
  CallToolResult,
  GetPromptResult,
  ReadResourceResult,
} from '@cuecard/core';

/** The text of a content block, and its role. */
interface ResultText {
  /** The role; `undefined` for results of tools and contents of resources. */
  readonly role: Role | undefined;
  readonly text: string;
}

/** Returns all text of a result in order, including text of embedded resources. */
export function textsOf(result: Result): readonly ResultText[] {
  if ('messages' in result) return result.messages.flatMap(({ role, content }) => textsOfBlock(content, role));
  if ('contents' in result) return result.contents.flatMap((contents) => textIn(contents, undefined));
  return result.content.flatMap((block) => textsOfBlock(block, undefined));
}

function textsOfBlock(block: ContentBlock, role: Role | undefined): ResultText[] {
  if (block.type === 'text') return [{ role, text: block.text }];
  return block.type === 'resource' ? textIn(block.resource, role) : [];
}

function textIn(contents: ResourceContents, role: Role | undefined): ResultText[] {
  return 'text' in contents ? [{ role, text: contents.text }] : [];
}

/**
 * Matches a fence: the markers of `untrusted` and the text between them. This text cannot contain a marker, because
 * `untrusted` escapes markers.
 */
const FENCED = /<untrusted-([0-9a-f]{20}) note="[^"]*">([^]*?)<\/untrusted-\1>/g;

/** Returns the parts of a string that are outside the fences of `untrusted`. */
export function outsideFences(text: string): string {
  return text.replace(FENCED, ' ');
}

/** Returns the parts of a string that are inside the fences of `untrusted`, one for each fence. */
export function insideFences(text: string): readonly string[] {
  return [...text.matchAll(FENCED)].map(([, , inside = '']) => inside);
}

/** The result of a call. */
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
