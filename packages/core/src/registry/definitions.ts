import type { Definition } from '../definition/definition.js';
import type { KindName } from '../errors.js';
import type { Refuse } from './clashes.js';
import { DefinitionIndex } from './definition-index.js';
import { groupBy } from '../definition/definition-options.js';

const EMPTY = new DefinitionIndex();

type Indexes = ReadonlyMap<KindName, DefinitionIndex>;

/** All definitions of a registry, with one index per kind: names only clash within a kind. Immutable. */
export class Definitions implements Iterable<Definition> {
  readonly #indexes: Indexes;

  constructor(indexes: Indexes = new Map()) {
    this.#indexes = indexes;
  }

  of(kind: KindName): DefinitionIndex {
    return this.#indexes.get(kind) ?? EMPTY;
  }

  /** The definition with the kind, name and version of another. */
  counterpart({ kind, name, version }: Definition): Definition | undefined {
    const versions = this.of(kind.name).get(name);
    return versions?.find((each) => each.version === version);
  }

  *[Symbol.iterator](): Generator<Definition, void, undefined> {
    for (const index of this.#indexes.values()) yield* index;
  }

  /** Like `DefinitionIndex.with`, for each kind of the definitions. */
  with(all: readonly Definition[], refuse: Refuse): Definitions {
    const added = byKind(all);
    return this.#changed([...added].map(([kind, own]) => [kind, this.of(kind).with(own, refuse)]));
  }

  without(names: readonly string[], kind: KindName): Definitions {
    return this.#changed([[kind, this.of(kind).without(names)]]);
  }

  /** Like `DefinitionIndex.exchange`, for each kind of the definitions. */
  exchange(removed: readonly Definition[], added: readonly Definition[], refuse: Refuse): Definitions {
    const [gone, come] = [byKind(removed), byKind(added)];
    const kinds = [...new Set([...gone.keys(), ...come.keys()])];
    return this.#changed(
      kinds.map((kind) => [kind, this.of(kind).exchange(gone.get(kind) ?? [], come.get(kind) ?? [], refuse)]),
    );
  }

  #changed(changes: Iterable<readonly [KindName, DefinitionIndex]>): Definitions {
    return new Definitions(new Map([...this.#indexes, ...changes]));
  }
}

function byKind(definitions: readonly Definition[]): Map<KindName, Definition[]> {
  return groupBy(definitions, ({ kind }) => kind.name);
}
