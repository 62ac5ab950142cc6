import type { Definition, Mount } from '../definition/definition.js';
import type { DefinitionFault } from '../definition-error.js';
import { groupBy } from './grouping.js';
import { withMoved } from './labels.js';

/** What takes the place of definitions, and where: in the packs that those came in. */
export interface Exchange {
  readonly removed: readonly Definition[];
  /** What has been compiled anew, and is in no pack yet. */
  readonly compiled: readonly Definition[];
}

/**
 * The new definitions, mounted as the old ones of the same class name are. One without a counterpart is mounted as the
 * old ones are if they are all mounted alike; otherwise it is not mounted at all.
 */
export function mountedAlike({ removed, compiled }: Exchange, faults: DefinitionFault[]): Definition[] {
  const byClass = groupBy(removed, ({ type }) => type.name);
  const others = homesOf(removed);
  const shared = others.length === 1 ? others : [[]];
  return compiled.flatMap((definition) => {
    const counterparts = byClass.get(definition.type.name);
    const homes = counterparts === undefined ? shared : homesOf(counterparts);
    return homes.flatMap((mounts) => mountedBy(mounts, definition, faults) ?? []);
  });
}

/** The definitions with the labels that have been moved on the old ones of their names. */
export function withMovedLabels(added: readonly Definition[], removed: readonly Definition[]): Definition[] {
  const moved = new Map(removed.map(({ name, movedLabels }) => [name, movedLabels]));
  return added.map((each) => withMoved(each, moved.get(each.name) ?? each.movedLabels));
}

/** The different ways through mounts. */
function homesOf(old: readonly Definition[]): readonly (readonly Mount[])[] {
  const homes: (readonly Mount[])[] = [];
  for (const { mounts } of old) if (!homes.some((home) => isSame(home, mounts))) homes.push(mounts);
  return homes;
}

function isSame(one: readonly Mount[], other: readonly Mount[]): boolean {
  return one.length === other.length && one.every((mount, index) => mount === other[index]);
}

function mountedBy(
  mounts: readonly Mount[],
  definition: Definition,
  faults: DefinitionFault[],
): Definition | undefined {
  return mounts.reduce<Definition | undefined>((inner, mount) => inner && mount.mount(inner, faults), definition);
}
