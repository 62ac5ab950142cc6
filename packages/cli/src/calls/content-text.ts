import type { ContentBlock, PromptMessage, ResourceContents } from '@cuecard/core';
import { styled } from '../terminal/terminal.js';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { accessing } from '../outcome/problem.js';
import type { Session } from '../session/session.js';

/** The markers of `untrusted`, around text that a model must not obey. */
const FENCE = /<\/?untrusted-[0-9a-f]{20}[^>]*>/g;

/** A conversation for a terminal. */
export function messagesText(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `${styled('bold', role)}\n${blockText(content)}`).join('\n\n');
}

/** Formats content. Media and links become a line that describes them. */
export function blockText(block: ContentBlock, dim = dimText): string {
  switch (block.type) {
    case 'text':
      return block.text.replace(FENCE, (marker) => dim(marker));
    case 'image':
    case 'audio':
      return dim(`[${block.type}, ${block.mimeType}, ${sizeOf(block.data)}]`);
    case 'resource':
      return contentsText(block.resource, dim);
    case 'resource_link':
      return dim(`[link to ${block.name}, ${block.uri}]`);
  }
}

/** Formats the contents of a resource. */
export function contentsText(contents: ResourceContents, dim = dimText): string {
  const { uri, mimeType = 'unknown type' } = contents;
  if (!('text' in contents)) return dim(`[${uri}, ${mimeType}, ${sizeOf(contents.blob)}]`);
  return `${dim(`[${uri}, ${mimeType}]`)}\n${contents.text}`;
}

function dimText(text: string): string {
  return styled('dim', text);
}

/** The size of base64 data. */
function sizeOf(base64: string): string {
  return sizeText(Buffer.byteLength(base64, 'base64'));
}

export function sizeText(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} kB`;
}

interface Binary {
  readonly data: string;
  readonly mimeType: string;
}

/** Creates the folder for media, before the request: a result that cannot be saved would be lost. */
export async function makeMediaFolder({ folder }: Session, out: string | undefined): Promise<void> {
  if (out !== undefined) await accessing(out, () => mkdir(resolve(folder, out), { recursive: true }));
}

/** Saves media, and prints their paths. */
export async function saveMedia(
  { terminal, folder }: Session,
  out: string | undefined,
  blocks: readonly (ContentBlock | ResourceContents)[],
): Promise<void> {
  if (out === undefined) return;
  for (const [index, { data, mimeType }] of blocks.flatMap(binaryIn).entries()) {
    const file = join(out, `${index + 1}.${extensionOf(mimeType)}`);
    await accessing(file, () => writeFile(resolve(folder, file), Buffer.from(data, 'base64')));
    terminal.say(`Saved ${file}`);
  }
}

function binaryIn(block: ContentBlock | ResourceContents): Binary[] {
  if (!('type' in block)) return 'blob' in block ? [{ data: block.blob, mimeType: block.mimeType ?? '' }] : [];
  if (block.type === 'image' || block.type === 'audio') return [block];
  return block.type === 'resource' ? binaryIn(block.resource) : [];
}

/** The subtype, as far as it can be the extension of a file. */
function extensionOf(mimeType: string): string {
  return /^[a-z]+\/(?:x-)?([a-z0-9]+)/.exec(mimeType)?.[1] ?? 'bin';
}
