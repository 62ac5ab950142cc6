import type { Definition } from '../definition/definition.js';
import { byPrecedence, groupBy } from '../definition/definition-options.js';
import type { KindName } from '../errors.js';
import { type Finding, withoutClashes } from './clashes.js';

/** The definitions of one name: its versions, highest release first. */
export type NamedDefinitions = readonly [Definition, ...Definition[]];

/** The definitions of one kind. */
export interface DefinitionIndex {
  /** In code unit order. */
  readonly names: readonly string[];
  /** The versions of each name. */
  readonly named: ReadonlyMap<string, NamedDefinitions>;
  /** The definitions that answer for many names, such as resource readers, in look-up order. */
  readonly sources: readonly Definition[];
}

const NONE: DefinitionIndex = { names: Object.freeze([]), named: new Map(), sources: Object.freeze([]) };

/** The distinguishable definitions of a registry, with an index of each kind: names only clash within one. Immutable. */
export class Definitions implements Iterable<Definition> {
  readonly #indexes: ReadonlyMap<KindName, DefinitionIndex>;

  /** @param definitions without clashes */
  constructor(definitions: Iterable<Definition> = []) {
    const byKind = groupBy(definitions, ({ kind }) => kind.name);
    this.#indexes = new Map([...byKind].map(([kind, own]) => [kind, createIndex(own)]));
  }

  of(kind: KindName): DefinitionIndex {
    return this.#indexes.get(kind) ?? NONE;
  }

  /** The definition with the kind, name and version of another. */
  counterpart({ kind, name, version }: Definition): Definition | undefined {
    const versions = this.of(kind.name).named.get(name);
    return versions?.find((each) => each.version === version);
  }

  *[Symbol.iterator](): Generator<Definition, void, undefined> {
    for (const { names, named, sources } of this.#indexes.values()) {
      for (const name of names) yield* named.get(name) ?? [];
      yield* sources;
    }
  }

  /** Adds definitions. Each replaces the one with its name and version; clashing ones become findings. */
  with(added: readonly Definition[], findings: Finding[]): Definitions {
    const kept = notReplaced([...this], added);
    const accepted = withoutClashes(added, kept, findings);
    // A refused definition does not replace its old version, which may clash in turn.
    return accepted.length === added.length ? new Definitions([...kept, ...accepted]) : this.with(accepted, findings);
  }

  /** Removes all versions of each name, or the one version of a `name@version`. */
  without(names: readonly string[], kind: KindName): Definitions {
    const excluded = new Set(names);
    const isExcluded = ({ name, version }: Definition) =>
      excluded.has(name) || (version !== undefined && excluded.has(`${name}@${version}`));
    return new Definitions([...this].filter((each) => each.kind.name !== kind || !isNamed(each) || !isExcluded(each)));
  }
}

function createIndex(definitions: readonly Definition[]): DefinitionIndex {
  const named = new Map<string, NamedDefinitions>();
  for (const [name, versions] of groupBy(definitions.filter(isNamed), (each) => each.name)) {
    const [highest, ...others] = versions.toSorted(byPrecedence);
    if (highest !== undefined) named.set(name, [highest, ...others]);
  }
  const sources = definitions.filter((each) => !isNamed(each));
  return { names: Object.freeze([...named.keys()].toSorted()), named, sources: Object.freeze(sources) };
}

/** Whether clients request a definition by its name; an instance, such as a reader, has many names. */
function isNamed({ instance }: Definition): boolean {
  return instance === undefined;
}

/** The old definitions that the added ones do not replace. */
function notReplaced(old: readonly Definition[], added: readonly Definition[]): readonly Definition[] {
  if (old.length === 0) return old; // As at start-up, with thousands to add.
  const byName = groupBy(added, ({ name }) => name);
  return old.filter((each) => byName.get(each.name)?.some((other) => replaces(other, each)) !== true);
}

function replaces(added: Definition, old: Definition): boolean {
  if (added.kind.name !== old.kind.name || added.instance !== old.instance) return false;
  return isNamed(old) ? added.version === old.version : added.owner === old.owner;
}
