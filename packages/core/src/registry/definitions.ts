import type { Definition } from '../definition/definition.js';
import type { KindName } from '../errors.js';
import type { Refuse } from './clashes.js';
import { DefinitionIndex } from './definition-index.js';
import { groupBy } from './grouping.js';

const EMPTY = new DefinitionIndex();

type Indexes = ReadonlyMap<KindName, DefinitionIndex>;

/** All definitions of a registry, an index a kind: names clash within a kind alone. It never changes. */
export class Definitions implements Iterable<Definition> {
  readonly #indexes: Indexes;

  constructor(indexes: Indexes = new Map()) {
    this.#indexes = indexes;
  }

  of(kind: KindName): DefinitionIndex {
    return this.#indexes.get(kind) ?? EMPTY;
  }

  *[Symbol.iterator](): Generator<Definition, void, undefined> {
    for (const index of this.#indexes.values()) yield* index;
  }

  /** As an index does it, for each kind that some of these are of. */
  with(all: readonly Definition[], refuse: Refuse): Definitions {
    const added = byKind(all);
    return this.#changed([...added].map(([kind, own]) => [kind, this.of(kind).with(own, refuse)]));
  }

  without(names: readonly string[], kind: KindName): Definitions {
    return this.#changed([[kind, this.of(kind).without(names)]]);
  }

  /** As an index does it, for each kind that some of these are of. */
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
