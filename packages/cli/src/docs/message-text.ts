import type { PromptMessage } from '@cuecard/core';

/** The number of characters of a message that a catalogue shows. */
const LONGEST = 4000;

/** The content of a message as a text. */
export function messageText({ content }: PromptMessage): string {
  switch (content.type) {
    case 'text':
      return clipped(content.text);
    case 'image':
    case 'audio':
      return `[${content.type} ${content.mimeType}]`;
    case 'resource_link':
      return `[link to ${content.uri}]`;
    case 'resource': {
      const { resource } = content;
      return 'text' in resource ? `[${resource.uri}]\n${clipped(resource.text)}` : `[${resource.uri}]`;
    }
  }
}

function clipped(text: string): string {
  const rest = text.length - LONGEST;
  return rest > 0 ? `${text.slice(0, LONGEST)}\n[and ${rest} more characters]` : text;
}
