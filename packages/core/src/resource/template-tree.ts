import type { Definition } from '../definition/definition.js';
import { addressOf } from './resource.js';
import { type TemplateSegment, patternOfCharacters } from './uri-template.js';

/** Finds the resource classes whose templates match a URI, without trying every template. */
export class TemplateTree {
  readonly #root = new Branch();
  /** The ranks of definitions by specificity. Rank 0 is the most specific. */
  readonly #ranks: ReadonlyMap<Definition, number>;

  constructor(definitions: readonly Definition[]) {
    for (const definition of definitions) {
      const { prefix } = templateOf(definition);
      prefix.reduce<Branch>((branch, segment) => branch.addSegment(segment), this.#root).definitions.push(definition);
    }
    this.#ranks = new Map(definitions.toSorted(bySpecificity).map((each, rank) => [each, rank]));
  }

  /** Returns the classes whose templates match a URI, the most specific first. */
  match(uri: string): readonly Definition[] {
    const candidates: Definition[] = [];
    this.#root.collect(uri, 0, candidates);
    const found = candidates.filter((each) => templateOf(each).match(uri) !== undefined);
    if (found.length < 2) return found;
    const rankOf = (each: Definition) => this.#ranks.get(each) ?? 0;
    return found.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function templateOf(definition: Definition) {
  return addressOf(definition).template;
}

/**
 * Compares templates by specificity: first by the length of the literal beginning, then by the total length of all
 * literals.
 */
function bySpecificity(a: Definition, b: Definition): number {
  const [first, second] = [templateOf(a), templateOf(b)];
  const byStart = second.start.length - first.start.length;
  return byStart || second.literalLength - first.literalLength || (first.text < second.text ? -1 : 1);
}

/** A node of the tree: the templates that begin with the same segments. */
class Branch {
  /**
   * The definitions whose segments end at this node, or whose remaining segments are matched from the end of the URI.
   */
  readonly definitions: Definition[] = [];
  /** The branches whose next segment is a literal, by literal. */
  readonly literals = new Map<string, Branch>();
  readonly lengths = new Set<number>();
  /** The branches whose next segment is an expression, by the source of the pattern for the expression. */
  readonly expressions = new Map<string, { readonly pattern: RegExp; readonly branch: Branch }>();

  addSegment(segment: TemplateSegment): Branch {
    if (typeof segment === 'string') {
      const branch = this.literals.get(segment) ?? new Branch();
      this.literals.set(segment, branch);
      this.lengths.add(segment.length);
      return branch;
    }
    const source = `${patternOfCharacters(segment)}*`;
    const next = this.expressions.get(source) ?? { pattern: new RegExp(source, 'y'), branch: new Branch() };
    this.expressions.set(source, next);
    return next.branch;
  }

  /** Adds to `found` the definitions whose segments match a URI from an index on. */
  collect(uri: string, at: number, found: Definition[]): void {
    for (const definition of this.definitions) found.push(definition);
    for (const length of this.lengths) this.literals.get(uri.slice(at, at + length))?.collect(uri, at + length, found);
    for (const { pattern, branch } of this.expressions.values()) {
      pattern.lastIndex = at;
      pattern.test(uri); // Sets `lastIndex`. The pattern always matches, at least an empty string.
      branch.collect(uri, pattern.lastIndex, found);
    }
  }
}
