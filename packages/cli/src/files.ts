import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** The nearest of some files or folders: in a folder, or in one above it. */
export function nearestPath(folder: string, ...names: readonly string[]): string | undefined {
  const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  return found ?? (dirname(folder) === folder ? undefined : nearestPath(dirname(folder), ...names));
}

/** The path of a file from a folder, with `/`. */
export function pathFrom(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

/**
 * Writes a file at once: readers see all of the new text or all of the old one.
 * @param mode its permissions
 */
export async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true }); // It may contain secrets.
    await chmod(draft, mode);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
