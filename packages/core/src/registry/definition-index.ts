import type { Definition } from '../definition/definition.js';
import { type Refuse, withoutClashes } from './clashes.js';
import { nameInClients } from '../definition/naming.js';
import { byPrecedence, splitName, groupBy } from '../definition/definition-options.js';
import { ON_FAULT, type Known } from '../text/option-kinds.js';
/** The definitions of one name: its versions, highest release first. */
export type NamedDefinitions = readonly [Definition, ...Definition[]];

interface Names {
  /** In code unit order. */
  readonly sorted: readonly string[];
  readonly definitions: ReadonlyMap<string, NamedDefinitions>;
  /** The names that clients may rewrite, by their rewritten form. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The definitions without a name that clients know: instances that answer for many names. */
  readonly sources: readonly Definition[];
}

const NONE: Names = { sorted: Object.freeze([]), definitions: new Map(), aliases: new Map(), sources: [] };

/**
 * Distinguishable definitions of one kind, ordered by name. Immutable: deriving a new index costs the changes, plus
 * copies of its maps.
 */
export class DefinitionIndex implements Iterable<Definition> {
  readonly #names: Names;

  constructor(names = NONE) {
    this.#names = names;
  }

  get names(): readonly string[] {
    return this.#names.sorted;
  }

  /** The definitions that answer for many names, such as resource readers, in look-up order. */
  get sources(): readonly Definition[] {
    return this.#names.sources;
  }

  /** The versions of each name. */
  get named(): ReadonlyMap<string, NamedDefinitions> {
    return this.#names.definitions;
  }

  /** The versions of a name. */
  get(name: string): NamedDefinitions | undefined {
    return this.#names.definitions.get(name);
  }

  *[Symbol.iterator](): Generator<Definition, void, undefined> {
    for (const name of this.names) yield* this.get(name) ?? [];
    yield* this.sources;
  }

  /**
   * An index with more definitions, each replacing the one of its name and version. Refuses those that clash with
   * others.
   */
  with(all: readonly Definition[], refuse: Refuse): DefinitionIndex {
    const sources = all.filter((each) => !isNamed(each));
    const added = this.#accepted(all.filter(isNamed), refuse);
    const changes = [...added].map(([name, own]) => [name, [...this.#keptBeside(name, added), ...own]] as const);
    return this.#changed(new Map(changes), [
      ...this.sources.filter((old) => !sources.some((each) => isSameSource(each, old))),
      ...sources,
    ]);
  }

  /** An index without all versions of the names, or without the one version of a `name@version`. */
  without(names: readonly string[]): DefinitionIndex {
    const given = new Set(names);
    const isGone = ({ name, version }: Definition) =>
      given.has(name) || (version !== undefined && given.has(`${name}@${version}`));
    const kept = (name: string) => (this.get(name) ?? []).filter((each) => !isGone(each));
    return this.#changed(new Map(names.map((each) => splitName(each).name).map((name) => [name, kept(name)])));
  }

  /** An index in which definitions replace others. Refuses those that clash with others. */
  exchange(removed: readonly Definition[], added: readonly Definition[], refuse: Refuse): DefinitionIndex {
    const gone = new Set(removed);
    const kept = (name: string) => (this.get(name) ?? []).filter((each) => !gone.has(each));
    const known = (alias: string) => kept(this.#names.aliases.get(alias) ?? alias);
    const sound = byName(withoutClashes(added.filter(isNamed), refuse, known));
    const names = new Set([...removed, ...added].filter(isNamed).map(({ name }) => name));
    return this.#changed(new Map([...names].map((name) => [name, [...kept(name), ...(sound.get(name) ?? [])]])), [
      ...this.sources.filter((each) => !gone.has(each)),
      ...added.filter((each) => !isNamed(each)),
    ]);
  }

  /**
   * The definitions without clashes, by name. A refused definition does not replace its old version, which may clash in
   * turn.
   */
  #accepted(definitions: readonly Definition[], refuse: Refuse): ReadonlyMap<string, readonly Definition[]> {
    const given = byName(definitions);
    const known = (alias: string) => this.#keptBeside(this.#names.aliases.get(alias) ?? alias, given);
    const accepted = withoutClashes(definitions, refuse, known);
    return accepted.length === definitions.length ? given : this.#accepted(accepted, refuse);
  }

  /** The versions of a name that the others do not replace. */
  #keptBeside(name: string, others: ReadonlyMap<string, readonly Definition[]>): readonly Definition[] {
    const known = this.get(name);
    if (known === undefined) return NOTHING; // As of most names: the rest of this is dear for thousands of them.
    const taken = new Set(others.get(name)?.map(({ version }) => version));
    return known.filter(({ version }) => !taken.has(version));
  }

  #changed(changes: ReadonlyMap<string, readonly Definition[]>, sources = this.sources): DefinitionIndex {
    const definitions = new Map(this.#names.definitions);
    const aliases = new Map(this.#names.aliases);
    for (const [name, versions] of changes) {
      const alias = nameInClients(name);
      if (aliases.get(alias) === name) aliases.delete(alias);
      const [highest, ...others] = versions.toSorted(byPrecedence);
      if (highest === undefined) definitions.delete(name);
      else definitions.set(name, [highest, ...others]);
      if (highest !== undefined && alias !== name) aliases.set(alias, name);
    }
    const old = this.names.filter((name) => definitions.has(name));
    const isNew = (name: string) => definitions.has(name) && this.get(name) === undefined;
    const sorted = [...old, ...[...changes.keys()].filter(isNew)].toSorted();
    return new DefinitionIndex({
      sorted: Object.freeze(sorted),
      definitions,
      aliases,
      sources: Object.freeze(sources),
    });
  }
}

/** Whether clients request it by name; an instance answers for many names. */
function isNamed({ instance }: Definition): boolean {
  return instance === undefined;
}

const NOTHING: readonly Definition[] = [];

function isSameSource(one: Definition, other: Definition): boolean {
  return one.instance === other.instance && one.owner === other.owner;
}

function byName(definitions: readonly Definition[]): Map<string, Definition[]> {
  return groupBy(definitions, ({ name }) => name);
}

/** The places of entries in the lists that they were given in: `prompts[1]`. Those lists are joined later. */
const PLACES = new WeakMap<object, string>();

/** The entries of a list, whose places faults name. */
export function recordPlaces<Entry>(list: string, entries: Iterable<Entry>): readonly Entry[] {
  const all = [...entries];
  for (const [index, entry] of all.entries())
    if (typeof entry === 'object' && entry !== null) PLACES.set(entry, `${list}[${index}]`);
  return all;
}

/** @param index the index in the joined list, for an entry that was given there */
export function placeOfEntry(entry: object, index: number): string {
  return PLACES.get(entry) ?? `entries[${index}]`;
}

export interface RegistryOptions {
  /**
   * What to do with definitions that are declared wrongly: `throw` rejects them all, with every fault in one error;
   * `isolate` leaves them out and reports them in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
}

export const REGISTRY_OPTIONS: Known<RegistryOptions> = { onFault: ON_FAULT };
