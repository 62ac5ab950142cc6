import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the pages of a folder lack. */
export interface Staleness {
  /** The pages to write. */
  readonly changed: readonly string[];
  /** Those that were written before, and no longer are. */
  readonly left: readonly string[];
}

/**
 * Compares pages with what a folder has.
 * @param mark what pages begin with that were written before
 */
export function stalenessOf(folder: string, pages: ReadonlyMap<string, string>, mark: string): Staleness {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const there = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  return {
    changed: [...pages]
      .filter(([name, text]) => !existsSync(join(folder, name)) || read(name) !== text)
      .map(([name]) => name),
    left: pages.has('index.md') ? there.filter((name) => !pages.has(name) && read(name).startsWith(mark)) : [],
  };
}

/** Writes what has changed, and removes what is left over. */
export function writePages(folder: string, pages: ReadonlyMap<string, string>, { changed, left }: Staleness): void {
  mkdirSync(folder, { recursive: true });
  for (const name of changed) writeFileSync(join(folder, name), pages.get(name) ?? '');
  for (const name of left) rmSync(join(folder, name));
}
