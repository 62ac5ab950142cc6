import { readFile } from 'node:fs/promises';

/** Returns the parsed JSON blocks of a page. */
export async function jsonIn(page: string): Promise<unknown[]> {
  const text = await readFile(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/```json\n([^]*?)```/g)].map(([, json = '']) => JSON.parse(json) as unknown);
}
