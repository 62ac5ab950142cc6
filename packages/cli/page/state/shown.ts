import type { ContentBlock, PromptMessage, ResourceContents, Role } from '@cuecard/core';
import type { Draft } from '../form/draft.js';
import type { Answer } from '../server/mcp.js';

/** A result that is shown, with what it is the result of. */
export interface Shown {
  readonly answer: Answer;
  readonly draft: Draft;
  /** Of what was called, with its version if it was asked for. */
  readonly name: string;
  readonly at: number;
}

export interface Said {
  readonly role?: Role;
  readonly block: ContentBlock;
}

/** What the model gets of a result: the messages of a prompt, the content of a tool, the contents of a resource. */
export function saidIn({ result = {} }: Pick<Answer, 'result'>): readonly Said[] {
  const { messages, content, contents } = result as {
    readonly messages?: readonly PromptMessage[];
    readonly content?: readonly ContentBlock[];
    readonly contents?: readonly ResourceContents[];
  };
  if (messages) return messages.map((message) => ({ role: message.role, block: message.content }));
  if (content) return content.map((block) => ({ block }));
  return (contents ?? []).map((resource) => ({ block: { type: 'resource', resource } }));
}

/** The texts of a result, as the model reads them. */
export function textIn(answer: Answer): string {
  return saidIn(answer)
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
