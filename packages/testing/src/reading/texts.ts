import type { ContentBlock, ResourceContents, Role } from '@cuecard/core';
import type { Result } from './result.js';

/** A text of a result, and who says it. */
export interface SaidText {
  /** `undefined` for results of tools and contents of resources. */
  readonly role: Role | undefined;
  readonly text: string;
}

/** The texts of a result, embedded ones included, in their order. */
export function textsOf(result: Result): readonly SaidText[] {
  if ('messages' in result) return result.messages.flatMap(({ role, content }) => said(content, role));
  if ('contents' in result) return result.contents.flatMap((contents) => textIn(contents, undefined));
  return result.content.flatMap((block) => said(block, undefined));
}

function said(block: ContentBlock, role: Role | undefined): SaidText[] {
  if (block.type === 'text') return [{ role, text: block.text }];
  return block.type === 'resource' ? textIn(block.resource, role) : [];
}

function textIn(contents: ResourceContents, role: Role | undefined): SaidText[] {
  return 'text' in contents ? [{ role, text: contents.text }] : [];
}
