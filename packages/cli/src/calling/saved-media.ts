import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ContentBlock, ResourceContents } from '@cuecard/core';
import { accessing } from '../outcome/accessing.js';
import type { Session } from '../session/session.js';

interface Binary {
  readonly data: string;
  readonly mimeType: string;
}

/** Makes the folder for what is binary, before a server is asked: an answer that cannot be kept would be lost. */
export async function makeMediaFolder({ folder }: Session, out: string | undefined): Promise<void> {
  if (out !== undefined) await accessing(out, () => mkdir(resolve(folder, out), { recursive: true }));
}

/** Saves what is binary, and says where. */
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

/** The subtype, without what cannot be part of a file's name. */
function extensionOf(mimeType: string): string {
  return /^[a-z]+\/(?:x-)?([a-z0-9]+)/.exec(mimeType)?.[1] ?? 'bin';
}
