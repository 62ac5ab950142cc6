import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Line } from '@cuecard/testing/contract';
import type { OwnPackage } from '../source/own-package.js';

/** The part of a version that a changeset raises. */
type Bump = 'major' | 'minor' | 'patch';

/** What a changeset says of a package. */
export interface Changeset {
  readonly bump: Bump;
  readonly where: Line;
}

/**
 * The changesets that name a package, the largest first: those of the nearest folder that has some.
 * @param shownFrom the folder that their paths are relative to
 */
export function changesetsOf({ name, folder }: OwnPackage, shownFrom: string): readonly Changeset[] {
  const home = nearest(folder);
  if (home === undefined) return [];
  const files = readdirSync(home).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const found = files.toSorted().flatMap((file) => {
    const path = relative(shownFrom, join(home, file)).split(sep).join('/');
    return [...bumpsIn(readFileSync(join(home, file), 'utf8'))]
      .filter((each) => each.name === name)
      .map(({ bump, line }) => ({ bump, where: { path, line } }));
  });
  return found.toSorted((one, other) => BUMPS.indexOf(one.bump) - BUMPS.indexOf(other.bump));
}

const BUMPS: readonly Bump[] = ['major', 'minor', 'patch'];

function nearest(folder: string): string | undefined {
  const home = join(folder, '.changeset');
  const parent = dirname(folder);
  if (existsSync(home)) return home;
  return parent === folder ? undefined : nearest(parent);
}

/** A line such as `'@team/reviews': minor`. */
const ENTRY = /^\s*(["']?)([^"']+?)\1\s*:\s*["']?(major|minor|patch)["']?\s*(?:#.*)?$/;

function* bumpsIn(text: string): Generator<{ readonly name: string; readonly bump: Bump; readonly line: number }> {
  const [first, ...lines] = text.split(/\r?\n/);
  if (first?.trim() !== '---') return;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '---') return;
    const [, , name, bump] = ENTRY.exec(line) ?? [];
    if (name !== undefined && bump !== undefined) yield { name, bump: bump as Bump, line: index + 2 };
  }
}
