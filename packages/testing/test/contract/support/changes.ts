import { type Change, compareManifests, createManifest } from '@cuecard/testing/contract';
import { Registry, type RegistryEntry } from '@cuecard/core';

const about = { name: 'pack', version: '1.0.0' };

/** The changes between definitions, without faults of the manifest's version. */
export async function changesBetween(old: readonly RegistryEntry[], now: readonly RegistryEntry[]): Promise<Change[]> {
  const [from, to] = await Promise.all([old, now].map((each) => createManifest(new Registry(each), about)));
  const { changes } = compareManifests(from as never, to as never);
  return changes.filter(({ rule }) => rule !== 'version-too-low');
}

/** The changes as lines, each with its level, its subject and the reason. */
export async function linesBetween(old: readonly RegistryEntry[], now: readonly RegistryEntry[]): Promise<string[]> {
  const changes = await changesBetween(old, now);
  return changes.map(({ level, name, argument, reason }) => {
    return `${level} ${[name, argument].filter((each) => each !== undefined).join('.')}: ${reason}`;
  });
}
