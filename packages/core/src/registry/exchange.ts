import type { Definition, Mount } from '../definition/definition.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import type { Findings } from './findings.js';
import { groupBy } from './grouping.js';

/** The mounts that a definition comes through, from the innermost on. */
type Home = readonly Mount[];

/**
 * New definitions in the place of old ones. Each is mounted as the old ones of its class name are, so that an exchange
 * shows callers nothing that a pack keeps from them.
 */
export class Exchange {
  /** The new definition that takes the place of an old one. */
  readonly successors = new Map<Definition, Definition>();
  readonly #byClass: ReadonlyMap<string, readonly Definition[]>;
  readonly #byType: ReadonlyMap<unknown, readonly Definition[]>;
  readonly #byName: ReadonlyMap<string, readonly Definition[]>;
  readonly #mountIds = new Map<Mount, number>();
  /** All different homes of what goes. */
  readonly #homes: ReadonlyMap<string, Home>;
  /** The homes of what takes the place of nothing: those of all that goes, if they are the same. */
  readonly #shared: readonly Home[] | undefined;

  constructor(removed: readonly Definition[]) {
    this.#byClass = groupBy(removed, ({ type }) => type.name);
    this.#byType = groupBy(removed, ({ type }) => type);
    this.#byName = groupBy(removed, ({ name }) => name);
    this.#homes = this.#homesOf(removed);
    this.#shared = removed.length === 0 ? [[]] : this.#commonHomes(removed);
  }

  /** The definitions in the homes of what they take the place of; one whose home is in doubt becomes a fault. */
  mounted(compiled: readonly Definition[], { faults }: Findings): Definition[] {
    return compiled.flatMap((definition) => {
      const old = this.#counterparts(definition);
      const homes = this.#homesFor(old);
      if (homes === undefined) faults.push(inDoubt(definition));
      return (homes ?? []).flatMap((home) => this.#settle(definition, home, old, faults) ?? []);
    });
  }

  /** A faulty definition, with its home: there what mends it is mounted. */
  homed(definition: Definition): Definition {
    const [mounts = definition.mounts] = this.#homesFor(this.#counterparts(definition)) ?? [];
    return { ...definition, mounts };
  }

  #settle(
    definition: Definition,
    home: Home,
    old: readonly Definition[],
    faults: DefinitionFault[],
  ): Definition | undefined {
    const mounted = mountedBy(home, definition, faults);
    if (mounted === undefined) return undefined;
    const there = old.filter(({ mounts }) => this.#keyOf(mounts) === this.#keyOf(home));
    const [only, ...others] = there.filter(({ version }) => there.length === 1 || version === mounted.version);
    if (only !== undefined && others.length === 0) this.successors.set(only, mounted);
    return mounted;
  }

  /** The old definitions that a new one may take the place of: those of its class name, or else of its name. */
  #counterparts(definition: Definition): readonly Definition[] {
    const namesakes = this.#byClass.get(definition.type.name) ?? [];
    if (this.#commonHomes(namesakes) !== undefined) return namesakes;
    const alike = new Set(this.#ofSameName(definition).map(({ type }) => type));
    const found = [...alike].flatMap((type) => this.#byType.get(type) ?? []);
    if (namesakes.length === 0) return found;
    const narrowed = found.filter(({ type }) => type.name === definition.type.name);
    return narrowed.length > 0 ? narrowed : namesakes;
  }

  #homesFor(counterparts: readonly Definition[]): readonly Home[] | undefined {
    return counterparts.length === 0 ? this.#shared : this.#commonHomes(counterparts);
  }

  /** The old definitions with the name that the new one would have in their home. */
  #ofSameName(definition: Definition): readonly Definition[] {
    return [...this.#homes].flatMap(([key, home]) => {
      const mounted = mountedBy(home, definition, []);
      const known = mounted === undefined ? [] : (this.#byName.get(mounted.name) ?? []);
      return known.filter(({ mounts }) => this.#keyOf(mounts) === key);
    });
  }

  /** The homes of some definitions, if each class among them has the same ones. */
  #commonHomes(definitions: readonly Definition[]): readonly Home[] | undefined {
    const homes = this.#homesOf(definitions);
    const byType = groupBy(definitions, ({ type }) => type);
    const isCommon = [...byType.values()].every((all) => homes.size === 1 || this.#homesOf(all).size === homes.size);
    return isCommon && homes.size > 0 ? [...homes.values()] : undefined;
  }

  #homesOf(definitions: readonly Definition[]): Map<string, Home> {
    return new Map(definitions.map(({ mounts }) => [this.#keyOf(mounts), mounts]));
  }

  #keyOf(home: Home): string {
    return home.map((mount) => this.#idOf(mount)).join();
  }

  #idOf(mount: Mount): number {
    const id = this.#mountIds.get(mount) ?? this.#mountIds.size;
    this.#mountIds.set(mount, id);
    return id;
  }
}

function mountedBy(home: Home, definition: Definition, faults: DefinitionFault[]): Definition | undefined {
  return home.reduce<Definition | undefined>((inner, mount) => inner && mount.mount(inner, faults), definition);
}

function inDoubt({ type }: Definition): DefinitionFault {
  return {
    ...faultAt(type.name),
    problem: 'could take the place of several classes, which are mounted in different ways',
    remedy: 'Exchange the classes of one pack at a time, or keep the name of the class that it replaces',
  };
}
