import type { KindName } from '@cuecard/core';
import semver from 'semver';
import type { Contract, Manifest } from '../manifest/manifest.js';
import type { Change, Difference } from './change.js';
import { definitionDifferences } from './definitions.js';
import { toSortedJson } from './sets.js';

type Versions = readonly [Contract, ...Contract[]];

/** Returns the definitions of a manifest by kind and name, each with its versions, highest first. */
export function byName({ definitions }: Manifest): ReadonlyMap<string, Versions> {
  const names = new Map<string, [Contract, ...Contract[]]>();
  for (const each of definitions) {
    const key = `${each.kind} ${each.name}`;
    const known = names.get(key);
    if (known === undefined) names.set(key, [each]);
    else known.push(each);
  }
  return names;
}

/** Returns the changes to the versions and labels of one name. */
export function nameChanges(old: Versions, now: Versions): Change[] {
  const isAlone = old.length === 1 && now.length === 1;
  const versions = isAlone ? succession(old[0], now[0]) : versionChanges(old, now);
  return [...versions, ...labelChanges(old, now)];
}

/** Compares the only old version of a name with its only new version. */
function succession(one: Contract, other: Contract): Change[] {
  const isLower = one.version !== undefined && (other.version === undefined || semver.lt(other.version, one.version));
  const reason =
    other.version === undefined
      ? `It no longer has a version, but replaces version ${one.version}`
      : `Its version ${other.version} is lower than version ${one.version}, which it replaces`;
  return [
    ...(isLower ? [toChange(other, { level: 'error' as const, rule: 'version-lowered', reason })] : []),
    ...definitionDifferences(one, other).map((each) => toChange(other, each)),
  ];
}

function versionChanges(old: Versions, now: Versions): Change[] {
  const [highest, successor] = [old[0], now[0]];
  return [
    ...old.flatMap((one) => {
      const other = now.find(({ version }) => version === one.version);
      if (other !== undefined)
        return definitionDifferences(one, other).map((each) => toChange(withVersion(other), each));
      return [
        toChange(withVersion(one), { level: 'major', rule: 'version-removed', reason: 'This version was removed' }),
      ];
    }),
    ...now
      .filter(({ version }) => old.every((one) => one.version !== version))
      .map((one) =>
        toChange(withVersion(one), { level: 'minor', rule: 'version-added', reason: 'This version is new' }),
      ),
    ...(highest.version === successor.version ? [] : bareNameChanges(highest, successor)),
  ];
}

/** Warns that requests without a version now get a different version. */
function bareNameChanges(one: Contract, other: Contract): Change[] {
  const breaking = definitionDifferences(one, other).filter(({ level }) => level === 'major');
  if (breaking.length === 0) return [];
  const reason = `Requests without a version get version ${other.version} now, unless a label or a selector chooses another. Breaking changes: ${formatDifferences(breaking)}`;
  return [toChange(other, { level: 'warning', rule: 'name-moved', reason })];
}

function formatDifferences(differences: readonly Difference[]): string {
  return differences
    .map(({ argument, reason }) => (argument === undefined ? reason : `${argument} ${reason}`))
    .join('; ');
}

function labelChanges(old: Versions, now: Versions): Change[] {
  const [before, after] = [labelsOf(old), labelsOf(now)];
  const isSuccession = old.length === 1 && now.length === 1;
  return [...before].flatMap(([label, version]) => {
    const to = after.get(label);
    if (to === undefined)
      return [toChange(old[0], { level: 'major', rule: 'label-removed', reason: `The label ${label} was removed` })];
    if (isSuccession || to === version) return [];
    const reason = `The label ${label} points to ${to} instead of ${version}`;
    return [toChange(old[0], { level: 'minor', rule: 'label-moved', reason })];
  });
}

function labelsOf(versions: Versions): Map<string, string> {
  return new Map(versions.flatMap(({ labels = [], version = '' }) => labels.map((label) => [label, version] as const)));
}

const NOT_COMPARED = new Set(['name', 'version', 'labels', 'examples']);

/** New definitions that may be renamed old ones, keyed by everything except their names. */
export class Successors {
  readonly #bySignature = new Map<string, Contract[]>();

  constructor(added: Iterable<Versions>) {
    for (const [highest] of added) {
      const key = signature(highest);
      const known = this.#bySignature.get(key);
      if (known === undefined) this.#bySignature.set(key, [highest]);
      else known.push(highest);
    }
  }

  /**
   * Takes the new definition that equals a removed one except for its name. Returns `undefined` unless there is exactly
   * one.
   */
  take([old]: Versions): Contract | undefined {
    const key = signature(old);
    const [only, ...others] = this.#bySignature.get(key) ?? [];
    if (only === undefined || others.length > 0) return undefined;
    this.#bySignature.delete(key);
    return only;
  }
}

function signature(contract: Contract): string {
  return toSortedJson(Object.entries(contract).filter(([member]) => !NOT_COMPARED.has(member))) ?? '';
}

/** Returns the kind and the name of a contract, including its version. */
function withVersion(contract: Contract): { readonly kind: KindName; readonly name: string } {
  const { kind, name, version } = contract;
  return { kind, name: version === undefined ? name : `${name}@${version}` };
}

export function toChange({ kind, name }: Pick<Contract, 'kind' | 'name'>, difference: Difference): Change {
  const { level, rule, argument, reason } = difference;
  return { level, rule, kind, name, ...(argument !== undefined && { argument }), reason };
}
