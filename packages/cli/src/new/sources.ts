import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Kind } from './definition-name.js';
import type { Files } from './templates.js';

const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage']);
const SOURCE = /(?<!\.d)\.[cm]?ts$/;
const TEST = /\.(test|spec)\.[cm]?ts$/;

/** The sources of a project, by their paths from its root. */
export async function sourcesIn(root: string, below = ''): Promise<Files> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const found = entries.map(async (entry): Promise<readonly (readonly [string, string])[]> => {
    const path = posix.join(below, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
      return [...(await sourcesIn(root, path))];
    return entry.isFile() && SOURCE.test(entry.name) ? [[path, await readFile(join(root, path), 'utf8')]] : [];
  });
  return new Map((await Promise.all(found)).flat());
}

export function isTest(path: string): boolean {
  return TEST.test(path);
}

/** The files that declare classes of a kind. */
export function declaring(kind: Kind, sources: Files): readonly string[] {
  const decorator = new RegExp(`^@${kind[0]?.toUpperCase()}${kind.slice(1)}\\(`, 'm');
  return [...sources].filter(([path, text]) => !isTest(path) && decorator.test(text)).map(([path]) => path);
}

/** The value that is there most often; of several, the first. */
export function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
