import type { Definition, Mount } from '../definition/definition.js';
import type { DefinitionFault } from '../definition-error.js';
import { groupBy } from './grouping.js';
import { withMoved } from './labels.js';

/** An exchange of definitions. The new ones go into the packs of those that they replace. */
export interface Exchange {
  readonly removed: readonly Definition[];
  /** The newly compiled definitions, not mounted yet. */
  readonly compiled: readonly Definition[];
}

/**
 * The new definitions, mounted like the old ones of the same class name. A definition without a counterpart is mounted
 * like the old ones if they all share one mounting; otherwise it is not mounted.
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

/** The definitions with the labels that were moved on the old ones of their names. */
export function withMovedLabels(added: readonly Definition[], removed: readonly Definition[]): Definition[] {
  const moved = new Map(removed.map(({ name, movedLabels }) => [name, movedLabels]));
  return added.map((each) => withMoved(each, moved.get(each.name) ?? each.movedLabels));
}

/** The distinct mount paths. */
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
