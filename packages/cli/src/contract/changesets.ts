import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Line,
  type Change,
  compareManifests,
  type Comparison,
  type ComparisonOptions,
  type Manifest,
} from '@cuecard/testing/contract';
import { nearestPath, pathFrom } from '../files.js';
import type { OwnPackage } from '../project/project-folder.js';
import semver from 'semver';

/** The part of a version that a changeset raises. */
type Bump = 'major' | 'minor' | 'patch';

/** The bump of a package in a changeset. */
interface Changeset {
  readonly bump: Bump;
  readonly where: Line;
}

/**
 * The changesets of the nearest folder that name a package, largest bump first.
 * @param shownFrom the folder that their paths are relative to
 */
export function changesetsOf({ name, folder }: OwnPackage, shownFrom: string): readonly Changeset[] {
  const home = nearestPath(folder, '.changeset');
  if (home === undefined) return [];
  const files = readdirSync(home).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const found = files.toSorted().flatMap((file) => {
    const path = pathFrom(shownFrom, join(home, file));
    return [...bumpsIn(readFileSync(join(home, file), 'utf8'))]
      .filter((each) => each.name === name)
      .map(({ bump, line }) => ({ bump, where: { path, line } }));
  });
  return found.toSorted((one, other) => BUMPS.indexOf(one.bump) - BUMPS.indexOf(other.bump));
}

const BUMPS: readonly Bump[] = ['major', 'minor', 'patch'];

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

/** Compares a manifest with the published one, under the version that its changesets will give it. */
export function plannedComparison(
  from: Manifest,
  to: Manifest,
  { changesets, ...options }: ComparisonOptions & { readonly changesets: readonly Changeset[] },
): Comparison {
  const [largest] = changesets;
  if (largest === undefined) return compareManifests(from, to, options);
  const version = semver.inc(to.version, largest.bump) ?? to.version;
  const comparison = compareManifests(from, { ...to, version }, options);
  return { ...comparison, changes: comparison.changes.map((change) => blameChangeset(change, comparison, largest)) };
}

/** Blames the changeset for a version that is too low. */
function blameChangeset(change: Change, { to, needed }: Comparison, { bump, where }: Changeset): Change {
  if (change.rule !== 'version-too-low') return change;
  const reason = `The ${bump} changeset raises the version to ${to.version}, but the changes require ${needed.version}`;
  return { ...change, rule: 'changeset-too-small', reason, where };
}
