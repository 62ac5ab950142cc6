import type { Definition } from '../definition/definition.js';
import { splitName } from '../definition/definition-options.js';
import type { Request } from '../request/request.js';
import { nearest, NameIndex, lowerBound } from '../text/nearest.js';
import { type RuleGroup, firstAfter, groupByRule, rulesOf } from './rule-groups.js';
/** The maximum number of versions to compare with the requested one. */
const MAX_VERSIONS = 64;

/** Finds the name that was probably meant by another, among those that the caller may see. */
export class NameSuggestions {
  readonly #names: VisibleNames;
  readonly #versions: (name: string) => readonly Definition[];
  readonly #indexes: ReadonlyMap<RuleGroup, NameIndex>;

  /** @param versions returns the versions of a name */
  constructor(names: VisibleNames, versions: (name: string) => readonly Definition[]) {
    this.#names = names;
    this.#versions = versions;
    this.#indexes = new Map(names.groups.map((group) => [group, new NameIndex(names.namesOf(group))]));
  }

  meant(asked: string, request: Request): string | undefined {
    const { name } = splitName(asked);
    const versions = name === asked ? [] : this.#versions(name);
    const known = versions.filter(({ visibility }) => request.allows(visibility));
    if (known.length === 0) return nearest(asked, this.#similar(asked, request));
    const addresses = known.slice(0, MAX_VERSIONS).map(({ version }) => `${name}@${version}`);
    return nearest(asked, addresses) ?? name;
  }

  #similar(asked: string, request: Request): readonly string[] {
    const indexes = this.#names.groupsFor(request).flatMap((group) => this.#indexes.get(group) ?? []);
    return NameIndex.similar(asked, indexes);
  }
}

/** Names in code unit order, of which each caller sees those that the rules of their versions admit. */
export class VisibleNames {
  readonly all: readonly string[];
  readonly groups: readonly RuleGroup[];

  /** @param all the names, in code unit order */
  constructor(all: readonly string[], versions: (name: string) => readonly Definition[]) {
    this.all = all;
    this.groups = groupByRule(all.map((name) => rulesOf(versions(name))));
  }

  /** The groups that the caller may see. */
  groupsFor(request: Request): readonly RuleGroup[] {
    return this.groups.filter(({ rules }) => rules.length === 0 || rules.some((rule) => request.allows(rule)));
  }

  namesOf({ positions }: Pick<RuleGroup, 'positions'>): string[] {
    return positions.map((position) => this.all[position] as string);
  }

  has(name: string): boolean {
    return this.all[this.placeOf(name)] === name;
  }

  /** The place of the last name up to `name`; -1 if there is none. */
  placeOf(name: string | undefined): number {
    return name === undefined ? -1 : lowerBound(this.all, `${name}\0`) - 1;
  }

  /** The first names after a place that the caller may see, at most `most`. */
  after(place: number, request: Request, most: number): string[] {
    return this.namesOf({ positions: firstAfter(this.groupsFor(request), place, most) });
  }

  /** All names after a name that the caller may see, looked up `step` at a time. */
  *allAfter(name: string | undefined, request: Request, step: number): Generator<string, void> {
    const groups = this.groupsFor(request);
    let place = this.placeOf(name);
    for (let found = firstAfter(groups, place, step); found.length > 0; found = firstAfter(groups, place, step)) {
      for (place of found) yield this.all[place] as string;
    }
  }
}
