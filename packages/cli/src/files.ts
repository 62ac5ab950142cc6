import { existsSync } from 'node:fs';
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
