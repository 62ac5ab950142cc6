import { readdir, readFile, mkdir, writeFile } from 'node:fs/promises';
import { join, posix, dirname } from 'node:path';
import type { Kind } from './definition-name.js';
import type { Files } from './templates.js';
import { existsSync } from 'node:fs';
import { Problem, accessing } from '../outcome/problem.js';

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

/** Writes new files below a folder. @throws {Problem} if one of them is there already; then none is written */
export async function writeNew(root: string, files: Files): Promise<void> {
  const present = [...files.keys()].find((path) => existsSync(join(root, path)));
  if (present !== undefined)
    throw new Problem({
      code: 'file-exists',
      summary: `${present} is there already, and nothing was written`,
      fix: 'Choose another name, or remove the file',
    });
  for (const [path, text] of files) {
    await accessing(path, async () => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text, { flag: 'wx' });
    });
  }
}
