import type { ContentBlock, PromptMessage, ResourceContents, Role } from '@cuecard/core';
import type { Draft } from '../form/draft.js';
import type { Answer } from '../server/mcp.js';

/** A displayed result, with its draft. */
export interface Shown {
  readonly answer: Answer;
  readonly draft: Draft;
  /** The name of the called item, with the requested version. */
  readonly name: string;
  readonly at: number;
}

export interface Said {
  readonly role?: Role;
  readonly block: ContentBlock;
}

/** The blocks of a result: the messages of a prompt, the content of a tool, or the contents of a resource. */
export function saidIn({ result = {} }: Answer): readonly Said[] {
  const { messages, content, contents } = result as {
    readonly messages?: readonly PromptMessage[];
    readonly content?: readonly ContentBlock[];
    readonly contents?: readonly ResourceContents[];
  };
  if (messages) return messages.map((message) => ({ role: message.role, block: message.content }));
  if (content) return content.map((block) => ({ block }));
  return (contents ?? []).map((resource) => ({ block: { type: 'resource', resource } }));
}

/** The text of a result, as the model reads it. */
export function textIn(answer: Answer): string {
  return saidIn(answer)
    .map(({ role, block }) => (role === undefined ? textOf(block) : `${role}:\n${textOf(block)}`))
    .join('\n\n');
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[${block.resource.mimeType ?? 'file'}]`;
    case 'resource_link':
      return block.uri;
    default:
      return `[${block.mimeType}]`;
  }
}
