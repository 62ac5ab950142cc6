import type { PromptMessage } from '@cuecard/core';

/** The number of characters of a message that a catalogue shows. */
const LONGEST = 4000;

/** Formats the content of a message as text. */
export function messageText({ content }: PromptMessage): string {
  switch (content.type) {
    case 'text':
      return clip(content.text);
    case 'image':
    case 'audio':
      return `[${content.type} ${content.mimeType}]`;
    case 'resource_link':
      return `[link to ${content.uri}]`;
    case 'resource': {
      const { resource } = content;
      return 'text' in resource ? `[${resource.uri}]\n${clip(resource.text)}` : `[${resource.uri}]`;
    }
  }
}

function clip(text: string): string {
  const rest = text.length - LONGEST;
  return rest > 0 ? `${text.slice(0, LONGEST)}\n[and ${rest} more characters]` : text;
}
