import semver from 'semver';
import type { Change } from './change.js';

/** The part of a version that changes ask to raise. */
type Part = 'major' | 'minor' | 'patch';

export interface Needed {
  /** The most that a change asks for; `none` if there is nothing to publish. */
  readonly level: Part | 'none';
  /** The lowest version that is enough. */
  readonly version: string;
}

const PARTS: readonly Part[] = ['major', 'minor', 'patch'];

/** What changes ask of the version after this one. Below 1.0.0, a major change asks for a minor version, a minor one for a patch. */
export function neededBy(changes: readonly Change[], version: string): Needed {
  const level = PARTS.find((part) => changes.some((change) => change.level === part));
  if (level === undefined) return { level: 'none', version };
  const part = semver.major(version) === 0 ? lowered(level) : level;
  return { level, version: semver.inc(version, part) as string }; // The version was checked when the manifest was made.
}

/** What is wrong with the version of the new manifest. A pre-release counts as the release that it leads to. */
export function versionFault(from: string, to: string, { level, version }: Needed): Change[] {
  const release = semver.parse(to);
  const reached = `${release?.major}.${release?.minor}.${release?.patch}`;
  if (semver.lt(to, from)) return [fault('version-lowered', `The version ${to} is lower than ${from}`)];
  if (level === 'none' || (semver.gt(to, from) && semver.gte(reached, version))) return [];
  return [fault('version-too-low', `The version is ${to}, and the changes need ${version}`)];
}

function lowered(part: Part): Part {
  return part === 'major' ? 'minor' : 'patch';
}

function fault(rule: string, reason: string): Change {
  return { level: 'error', rule, reason };
}
