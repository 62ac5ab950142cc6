import type { ContentBlock, PromptMessage, ResourceContents, Role } from '@cuecard/core';
import type { Draft } from '../form/draft.js';
import type { Answer } from '../server/mcp.js';

/** A result of an item, with the values that led to it. */
export interface ItemResult {
  readonly answer: Answer;
  readonly draft: Draft;
  /** The requested name, with or without a version. */
  readonly name: string;
  readonly at: number;
}

export interface Message {
  readonly role?: Role;
  readonly block: ContentBlock;
}

/** The content that the model gets: messages of a prompt, blocks of a tool, contents of a resource. */
export function messagesIn({ result = {} }: Pick<Answer, 'result'>): readonly Message[] {
  const { messages, content, contents } = result as {
    readonly messages?: readonly PromptMessage[];
    readonly content?: readonly ContentBlock[];
    readonly contents?: readonly ResourceContents[];
  };
  if (messages) return messages.map(({ role, content: block }) => ({ role, block }));
  if (content) return content.map((block) => ({ block }));
  return (contents ?? []).map((resource) => ({ block: { type: 'resource', resource } }));
}

/** The text of a result, as the model reads it. */
export function textIn(answer: Answer): string {
  return messagesIn(answer)
    .map(({ role, block }) => (role === undefined ? textOf(block) : `${role}:\n${textOf(block)}`))
    .join('\n\n');
}

/** The text of a block, as the model reads it. */
export function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[${block.resource.mimeType ?? 'file'}]`;
    case 'resource_link':
      return block.uri;
    case 'image':
    case 'audio':
      return `[${block.mimeType}]`;
    default:
      return JSON.stringify(block);
  }
}

/** The values of a form in one line. */
export function valuesText(draft: Draft): string {
  const values = Object.entries(draft).map(([name, value]) => {
    return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return values.length === 0 ? 'without arguments' : values.join(' · ');
}

/** The values in which a draft differs from another. */
export function changedValues(draft: Draft, other: Draft): Draft {
  const names = Object.keys({ ...draft, ...other });
  const changed = names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(other[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name] ?? 'not set']));
}
