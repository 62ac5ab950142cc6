import type { Definition, Mount } from '../definition/definition.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import type { Finding } from './clashes.js';
import { groupBy } from '../definition/definition-options.js';

/** The mounts that contain a definition, innermost first. */
type MountPath = readonly Mount[];

/**
 * New definitions that replace old ones. Each is mounted like the old ones of its class name, so that an exchange
 * does not reveal a definition that a pack hides from callers.
 */
export class Exchange {
  readonly #byClass: ReadonlyMap<string, readonly Definition[]>;
  readonly #byType: ReadonlyMap<unknown, readonly Definition[]>;
  readonly #byName: ReadonlyMap<string, readonly Definition[]>;
  readonly #mountIds = new Map<Mount, number>();
  /** All distinct homes of the removed definitions. */
  readonly #homes: ReadonlyMap<string, MountPath>;
  /** The homes of definitions that replace nothing: the homes of all removed definitions, if these agree. */
  readonly #shared: readonly MountPath[] | undefined;

  /** @param isAddition whether no definition is removed */
  constructor(removed: readonly Definition[], isAddition: boolean) {
    this.#byClass = groupBy(removed, ({ type }) => type.name);
    this.#byType = groupBy(removed, ({ type }) => type);
    this.#byName = groupBy(removed, ({ name }) => name);
    this.#homes = this.#homesOf(removed);
    this.#shared = isAddition ? [[]] : this.#commonHomes(removed);
  }

  /** Mounts the definitions in the homes of those that they replace. Adds a fault for each whose home is ambiguous. */
  mountAll(compiled: readonly Definition[], findings: Finding[]): Definition[] {
    return compiled.flatMap((definition) => {
      const old = this.#counterparts(definition);
      return this.#homesFor(old).flatMap((home) => this.#settle(definition, home, findings) ?? []);
    });
  }

  /** A faulty definition in each of its homes, where its corrected version will be mounted. */
  placeExcluded({ definition, faults }: Finding): Finding[] {
    if (definition === undefined) return [{ faults }];
    const homes = this.#homesFor(this.#counterparts(definition));
    return homes.map((mounts) => ({ definition: definition.with({ mounts }), faults }));
  }

  #settle(definition: Definition, home: MountPath, findings: Finding[]): Definition | undefined {
    const faults: DefinitionFault[] = [];
    const mounted = applyMounts(home, definition, faults);
    // The corrected version is mounted there.
    if (mounted === undefined) findings.push({ definition: definition.with({ mounts: home }), faults });
    return mounted;
  }

  /** The old definitions that a new one may replace: those with its class name, otherwise those with its name. */
  #counterparts(definition: Definition): readonly Definition[] {
    const namesakes = this.#byClass.get(definition.type.name) ?? [];
    if (this.#commonHomes(namesakes) !== undefined) return namesakes;
    const alike = new Set(this.#namesakesOf(definition).map(({ type }) => type));
    const found = [...alike].flatMap((type) => this.#byType.get(type) ?? []);
    if (namesakes.length === 0) return found;
    const narrowed = found.filter(({ type }) => type.name === definition.type.name);
    return narrowed.length > 0 ? narrowed : namesakes;
  }

  #homesFor(counterparts: readonly Definition[]): readonly MountPath[] {
    return (counterparts.length === 0 ? this.#shared : this.#commonHomes(counterparts)) ?? [[IN_DOUBT]];
  }

  /** The old definitions with the name that the new one would get in their home. */
  #namesakesOf(definition: Definition): readonly Definition[] {
    return [...this.#homes].flatMap(([key, home]) => {
      const mounted = applyMounts(home, definition, []);
      const known = mounted === undefined ? [] : (this.#byName.get(mounted.name) ?? []);
      return known.filter(({ mounts }) => this.#keyOf(mounts) === key);
    });
  }

  /** The homes of the definitions, if all classes among them have the same ones. */
  #commonHomes(definitions: readonly Definition[]): readonly MountPath[] | undefined {
    const homes = this.#homesOf(definitions);
    const byType = groupBy(definitions, ({ type }) => type);
    const isCommon = [...byType.values()].every((all) => homes.size === 1 || this.#homesOf(all).size === homes.size);
    return isCommon && homes.size > 0 ? [...homes.values()] : undefined;
  }

  #homesOf(definitions: readonly Definition[]): Map<string, MountPath> {
    return new Map(definitions.map(({ mounts }) => [this.#keyOf(mounts), mounts]));
  }

  #keyOf(home: MountPath): string {
    return home.map((mount) => this.#idOf(mount)).join();
  }

  #idOf(mount: Mount): number {
    const id = this.#mountIds.get(mount) ?? this.#mountIds.size;
    this.#mountIds.set(mount, id);
    return id;
  }
}

/** Applies the mounts of a home that a definition does not have yet. Its own binding replaces another. */
function applyMounts(home: MountPath, definition: Definition, faults: DefinitionFault[]): Definition | undefined {
  const known = new Set(definition.mounts);
  const isBound = definition.mounts.some(({ isBinding }) => isBinding);
  const missing = home.filter((mount) => !known.has(mount) && !(isBound && mount.isBinding));
  return missing.reduce<Definition | undefined>((inner, mount) => inner && mount.mount(inner, faults), definition);
}

/** The home of a definition whose home is ambiguous. It stays ambiguous for what corrects it. */
const IN_DOUBT: Mount = {
  isBinding: false,
  mount(definition, faults) {
    faults.push(inDoubt(definition));
    return undefined;
  },
};

function inDoubt({ type }: Definition): DefinitionFault {
  return {
    ...faultAt(type.name),
    id: 'exchange-ambiguous',
    problem: 'replaces no class, or several that are mounted differently',
    remedy: 'Exchange the classes of one pack at a time, and keep the name of the class that it replaces',
  };
}
