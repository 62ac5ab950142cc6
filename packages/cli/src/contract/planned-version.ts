import {
  type Change,
  compareManifests,
  type Comparison,
  type ComparisonOptions,
  type Manifest,
} from '@cuecard/testing/contract';
import semver from 'semver';
import type { Changeset } from './changesets.js';

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
  return { ...comparison, changes: comparison.changes.map((change) => told(change, comparison, largest)) };
}

/** That the version is too low is what the changeset is to blame for. */
function told(change: Change, { to, needed }: Comparison, { bump, where }: Changeset): Change {
  if (change.rule !== 'version-too-low') return change;
  const reason = `The changeset is ${bump} and makes the version ${to.version}, and the changes need ${needed.version}`;
  return { ...change, rule: 'changeset-too-small', reason, where };
}
