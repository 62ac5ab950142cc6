import type { ContentBlock, PromptMessage, ResourceContents } from '@cuecard/core';
import { styled } from '../terminal/terminal.js';

/** The markers that `untrusted` puts around what may not be obeyed. */
const FENCE = /<\/?untrusted-[0-9a-f]{20}[^>]*>/g;

/** A conversation for a terminal. */
export function messagesText(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `${styled('bold', role)}\n${blockText(content)}`).join('\n\n');
}

/** Content for a terminal; what is no text becomes a line that says what it is. */
export function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text.replace(FENCE, (marker) => styled('dim', marker));
    case 'image':
    case 'audio':
      return styled('dim', `[${block.type}, ${block.mimeType}, ${sizeOf(block.data)}]`);
    case 'resource':
      return contentsText(block.resource);
    case 'resource_link':
      return styled('dim', `[link to ${block.name}, ${block.uri}]`);
  }
}

/** What a resource holds, for a terminal. */
export function contentsText(contents: ResourceContents): string {
  const { uri, mimeType = 'unknown type' } = contents;
  if (!('text' in contents)) return styled('dim', `[${uri}, ${mimeType}, ${sizeOf(contents.blob)}]`);
  return `${styled('dim', `[${uri}, ${mimeType}]`)}\n${contents.text}`;
}

/** The text alone, for the clipboard. */
export function plainText(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

/** The size of what is in base64. */
function sizeOf(base64: string): string {
  return told(Buffer.byteLength(base64, 'base64'));
}

export function told(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} kB`;
}
