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

/** The folders that a config serves as a whole. */
export function servedFolders(sources: Files, config: string | undefined): readonly string[] {
  const text = config === undefined ? '' : (sources.get(config) ?? '');
  const folders = text.matchAll(/\bloadDefinitions\(\s*['"`]([^'"`]+)['"`]/g);
  return [...folders].map(([, folder = '']) => posix.join(posix.dirname(config ?? ''), folder));
}

/** The path from one file to another, for an import. */
export function importPath(from: string, to: string, hasExtensions: boolean): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, hasExtensions ? '.js' : '');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Writes new files below a folder. @throws {Problem} if a file exists; then no file is written */
export async function writeNew(root: string, files: Files): Promise<void> {
  const present = [...files.keys()].find((path) => existsSync(join(root, path)));
  if (present !== undefined)
    throw new Problem({
      code: 'file-exists',
      summary: `${present} already exists, so no file was written`,
      fix: 'Choose another name, or remove the file',
    });
  for (const [path, text] of files) {
    await accessing(path, async () => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text, { flag: 'wx' });
    });
  }
}
