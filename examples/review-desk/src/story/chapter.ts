import { readFile, writeFile } from 'node:fs/promises';
import type { CompletionCall, Call, ReadCall } from './desk-client.js';

/** What a desk lists, suggests, answers to some calls and reads: each with its `result` or `error`. */
export interface Chapter {
  readonly prompts: unknown;
  readonly suggestions: readonly CompletionCall[];
  readonly answers: readonly Call[];
  readonly resources: readonly unknown[];
  readonly reads: readonly ReadCall[];
}

/** What is expected, from one of the files in `expected`. */
export async function readChapter(title: string): Promise<Chapter> {
  return JSON.parse(await readFile(fileOf(title), 'utf8')) as Chapter;
}

export async function writeChapter(title: string, chapter: Chapter): Promise<void> {
  await writeFile(fileOf(title), `${JSON.stringify(chapter, null, 2)}\n`);
}

function fileOf(title: string): URL {
  return new URL(`../../expected/${title}.json`, import.meta.url);
}
