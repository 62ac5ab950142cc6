import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Module } from './module.js';

/** How long a file may be empty while a program writes it, on a machine that has much else to do. */
export const EMPTIED_MS = 250;
const LOOK_MS = 10;

export function sourceOf(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The source of a file that is empty. If it was not before, it is waited for: many programs empty what they write. */
export async function writtenSource({ file, current }: Module): Promise<string> {
  const wasEmpty = (current?.source ?? '') === '';
  for (let left = wasEmpty ? 0 : EMPTIED_MS; left > 0; left -= LOOK_MS) {
    await sleep(LOOK_MS);
    const source = sourceOf(file);
    if (source !== '') return source;
  }
  return '';
}
