import type { Definition } from '../definition/definition.js';
import { addressOf } from './resource-kind.js';
import type { Piece } from './uri-template/template-boundaries.js';
import { endOf } from './uri-template/uri-template.js';

/** Templates that begin with the same pieces. */
class Branch {
  /** Those that have no further pieces, or whose further pieces are read from the end. */
  readonly definitions: Definition[] = [];
  /** By the literal that follows. */
  readonly literals = new Map<string, Branch>();
  /** The lengths of these literals. */
  readonly lengths = new Set<number>();
  /** By the characters of the expression that follows. */
  readonly spans = new Map<string, { readonly piece: Piece; readonly branch: Branch }>();

  /** The branch that a piece leads to. */
  grow(piece: Piece): Branch {
    if (typeof piece === 'string') {
      const branch = this.literals.get(piece) ?? new Branch();
      this.literals.set(piece, branch);
      this.lengths.add(piece.length);
      return branch;
    }
    const key = [...piece.characters].toSorted().join('');
    const { branch } = this.spans.get(key) ?? { branch: new Branch() };
    this.spans.set(key, { piece, branch });
    return branch;
  }

  /** Adds the definitions whose first pieces are in a URI, from a position on. */
  collect(uri: string, at: number, found: Definition[]): void {
    for (const definition of this.definitions) found.push(definition);
    for (const length of this.lengths) this.literals.get(uri.slice(at, at + length))?.collect(uri, at + length, found);
    for (const { piece, branch } of this.spans.values()) branch.collect(uri, endOf(piece, uri, at) ?? at, found);
  }
}

/** Finds the templates that may have a URI, without looking at each of them. */
export class TemplateTree {
  readonly #root = new Branch();

  constructor(definitions: readonly Definition[]) {
    for (const definition of definitions) {
      const { steps } = addressOf(definition).template;
      steps.reduce<Branch>((branch, piece) => branch.grow(piece), this.#root).definitions.push(definition);
    }
  }

  candidates(uri: string): Definition[] {
    const found: Definition[] = [];
    this.#root.collect(uri, 0, found);
    return found;
  }
}
