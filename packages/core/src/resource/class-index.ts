import type { Definition } from '../definition/definition.js';
import { groupBy } from '../definition/definition-options.js';
import type { Request } from '../request/request.js';
import { lowerBound } from '../text/nearest.js';
import { addressOf } from './resource-kind.js';
import type { Piece } from './uri-template/template-boundaries.js';
import { charactersOf } from './uri-template/uri-template.js';

/** The resource classes of a registry, by name. */
export interface NamedResources {
  readonly names: readonly string[];
  /** The names whose version selectors choose. */
  readonly chosenNames: readonly string[];
  versions(name: string): readonly Definition[];
  /** The version of a name that answers the caller; `undefined` if the caller may not see one. */
  find(name: string, request: Request): Definition | undefined;
}

type ByKey = ReadonlyMap<string, readonly Definition[]>;

/** Finds resource classes by URI and by template. Created once per registry. */
export class ClassIndex {
  readonly definitions: readonly Definition[];
  /** Those whose handlers list the resources at the URIs of their template. */
  readonly lists: readonly Definition[];
  readonly #named: NamedResources;
  /** By URI, and by template: versions of one name may share them. */
  readonly #fixed: ByKey;
  readonly #templates: ByKey;
  readonly #uris: readonly string[];
  readonly #templateTexts: readonly string[];
  readonly #tree: TemplateTree;
  /** The places of the definitions with templates: the most specific is the first. */
  readonly #ranks: ReadonlyMap<Definition, number>;

  constructor(named: NamedResources) {
    this.#named = named;
    this.definitions = named.names.flatMap((name) => named.versions(name));
    const [fixed, templates] = [true, false].map((isFixed) =>
      this.definitions.filter((each) => templateOf(each).isFixed === isFixed),
    ) as [Definition[], Definition[]];
    this.lists = templates.filter((each) => addressOf(each).isListed);
    this.#fixed = groupBy(fixed, (each) => templateOf(each).text);
    this.#templates = groupBy(templates, (each) => templateOf(each).text);
    this.#uris = [...this.#fixed.keys()].toSorted();
    this.#templateTexts = [...this.#templates.keys()].toSorted();
    this.#tree = new TemplateTree(templates);
    this.#ranks = new Map(templates.toSorted(bySpecificity).map((each, rank) => [each, rank]));
  }

  /** The class that answers for a URI, of those that the caller may see: a fixed URI comes before templates. */
  find(uri: string, request: Request): Definition | undefined {
    return (
      this.#visible(this.#fixed.get(uri), request) ?? this.matching(uri).find((each) => this.isVisible(each, request))
    );
  }

  /** The classes whose templates have a URI, the most specific first. */
  matching(uri: string): readonly Definition[] {
    const found = this.#tree.candidates(uri).filter((each) => templateOf(each).match(uri) !== undefined);
    if (found.length < 2) return found;
    const rankOf = (each: Definition) => this.#ranks.get(each) ?? 0;
    return found.toSorted((one, other) => rankOf(one) - rankOf(other));
  }

  /** The class with a template, of those that the caller may see. */
  findTemplate(text: string, request: Request): Definition | undefined {
    return this.#visible(this.#templates.get(text), request);
  }

  /** The classes with fixed URIs that the caller may see, in the order of the URIs. */
  fixedAfter(after: string | undefined, request: Request): Iterable<Definition> {
    return this.#visibleAfter(after, this.#uris, this.#fixed, request);
  }

  /** The classes with templates that the caller may see, in the order of the templates. */
  templatesAfter(after: string | undefined, request: Request): Iterable<Definition> {
    return this.#visibleAfter(after, this.#templateTexts, this.#templates, request);
  }

  get hasFixed(): boolean {
    return this.#uris.length > 0;
  }

  /** Whether a definition answers the caller: the caller may see it, and it is the chosen version of its name. */
  isVisible(definition: Definition, request: Request): boolean {
    return this.#named.find(definition.name, request) === definition;
  }

  #visible(definitions: readonly Definition[] | undefined, request: Request): Definition | undefined {
    return definitions?.find((each) => this.isVisible(each, request));
  }

  *#visibleAfter(
    after: string | undefined,
    sorted: readonly string[],
    definitions: ByKey,
    request: Request,
  ): Generator<Definition, void> {
    const start = after === undefined ? 0 : lowerBound(sorted, `${after}\0`);
    for (let index = start; index < sorted.length; index += 1) {
      const found = this.#visible(definitions.get(sorted[index] as string), request);
      if (found !== undefined) yield found;
    }
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
  /** Those that have no further pieces, or whose further pieces are read from the end. */
  readonly definitions: Definition[] = [];
  /** By the literal that follows. */
  readonly literals = new Map<string, Branch>();
  /** The lengths of these literals. */
  readonly lengths = new Set<number>();
  /** By a regular expression for the characters of the expression that follows. */
  readonly spans = new Map<string, { readonly pattern: RegExp; readonly branch: Branch }>();

  /** The branch that a piece leads to. */
  grow(piece: Piece): Branch {
    if (typeof piece === 'string') {
      const branch = this.literals.get(piece) ?? new Branch();
      this.literals.set(piece, branch);
      this.lengths.add(piece.length);
      return branch;
    }
    const source = `${charactersOf(piece)}*`;
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

/** Finds the templates that may have a URI, without looking at each of them. */
class TemplateTree {
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
