import type { Definition } from '../definition/definition.js';
import { addressOf } from './resource.js';
import { type TemplateSegment, patternOfCharacters } from './uri-template.js';

/** Finds the resource classes whose templates have a URI, without looking at each of them. */
export class TemplateTree {
  readonly #root = new Branch();
  /** The places of the definitions: the most specific is the first. */
  readonly #ranks: ReadonlyMap<Definition, number>;

  constructor(definitions: readonly Definition[]) {
    for (const definition of definitions) {
      const { steps } = templateOf(definition);
      steps.reduce<Branch>((branch, piece) => branch.grow(piece), this.#root).definitions.push(definition);
    }
    this.#ranks = new Map(definitions.toSorted(bySpecificity).map((each, rank) => [each, rank]));
  }

  /** The classes whose templates have a URI, the most specific first. */
  matching(uri: string): readonly Definition[] {
    const candidates: Definition[] = [];
    this.#root.collect(uri, 0, candidates);
    const found = candidates.filter((each) => templateOf(each).match(uri) !== undefined);
    if (found.length < 2) return found;
    const rankOf = (each: Definition) => this.#ranks.get(each) ?? 0;
    return found.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function templateOf(definition: Definition) {
  return addressOf(definition).template;
}

/** Templates with a longer beginning come first, then those with more literal text. */
function bySpecificity(one: Definition, other: Definition): number {
  const [left, right] = [templateOf(one), templateOf(other)];
  const byStart = right.start.length - left.start.length;
  return byStart || right.literalLength - left.literalLength || (left.text < right.text ? -1 : 1);
}

/** Templates that begin with the same pieces. */
class Branch {
  /** Definitions that have no further pieces, or whose further pieces are read from the end. */
  readonly definitions: Definition[] = [];
  /** By the literal that follows. */
  readonly literals = new Map<string, Branch>();
  readonly lengths = new Set<number>();
  /** By a regular expression for the characters of the expression that follows. */
  readonly spans = new Map<string, { readonly pattern: RegExp; readonly branch: Branch }>();

  grow(piece: TemplateSegment): Branch {
    if (typeof piece === 'string') {
      const branch = this.literals.get(piece) ?? new Branch();
      this.literals.set(piece, branch);
      this.lengths.add(piece.length);
      return branch;
    }
    const source = `${patternOfCharacters(piece)}*`;
    const next = this.spans.get(source) ?? { pattern: new RegExp(source, 'y'), branch: new Branch() };
    this.spans.set(source, next);
    return next.branch;
  }

  /** Adds the definitions whose first pieces are in a URI, from a position on. */
  collect(uri: string, at: number, found: Definition[]): void {
    for (const definition of this.definitions) found.push(definition);
    for (const length of this.lengths) this.literals.get(uri.slice(at, at + length))?.collect(uri, at + length, found);
    for (const { pattern, branch } of this.spans.values()) {
      pattern.lastIndex = at;
      pattern.test(uri); // Matches from there on, even if no character does.
      branch.collect(uri, pattern.lastIndex, found);
    }
  }
}
