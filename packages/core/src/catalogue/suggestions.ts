import type { Definition } from '../definition/definition.js';
import { groupBy, splitName } from '../definition/definition-options.js';
import type { Visibility, VisibleTest } from '../definition/visibility.js';
import type { Request } from '../request/request.js';
import { nearest, NameIndex } from '../text/nearest.js';

/** The maximum number of versions to compare with the requested one. */
const MAX_VERSIONS = 64;

/** Names that are visible to the same callers. */
interface RuleGroup {
  /** The visibility rules, any of which admits a caller; empty if every caller may see the names. */
  readonly rules: readonly Visibility[];
  readonly index: NameIndex;
}

/** Finds the name that was probably meant by another, among those that the caller may see. */
export class NameSuggestions {
  readonly #names: readonly string[];
  readonly #versions: (name: string) => readonly Definition[];
  /** Created for the first unknown name. With them, an unknown name costs one verdict per rule, not one per name. */
  #groups: readonly RuleGroup[] | undefined;

  /** @param versions returns the versions of a name */
  constructor(names: readonly string[], versions: (name: string) => readonly Definition[]) {
    this.#names = names;
    this.#versions = versions;
  }

  suggest(requested: string, request: Request): string | undefined {
    const { name } = splitName(requested);
    const versions = name === requested ? [] : this.#versions(name);
    const known = versions.filter(({ visibility }) => request.allows(visibility));
    if (known.length === 0) return nearest(requested, this.#similar(requested, request));
    const addresses = known.slice(0, MAX_VERSIONS).map(({ version }) => `${name}@${version}`);
    return nearest(requested, addresses) ?? name;
  }

  #similar(requested: string, request: Request): readonly string[] {
    const isSeen = ({ rules }: RuleGroup) => rules.length === 0 || rules.some((rule) => request.allows(rule));
    const seen = (this.#groups ??= this.#createGroups()).filter(isSeen);
    return NameIndex.similar(
      requested,
      seen.map(({ index }) => index),
    );
  }

  #createGroups(): RuleGroup[] {
    const ids = new Map<VisibleTest, number>();
    const idOf = (test: VisibleTest) => {
      const id = ids.get(test) ?? ids.size;
      ids.set(test, id);
      return id;
    };
    const keyOf = (name: string) => this.#rulesOf(name).map((rule) => rule.key(idOf));
    const groups = groupBy(this.#names, (name) => keyOf(name).join());
    return [...groups.values()].map((names) => ({
      rules: names.slice(0, 1).flatMap((name) => this.#rulesOf(name)),
      index: new NameIndex(names),
    }));
  }

  /** The rules of a name's versions, any of which makes the name visible; empty if every caller may see it. */
  #rulesOf(name: string): readonly Visibility[] {
    const versions = this.#versions(name);
    const rules = versions.flatMap(({ visibility }) => visibility ?? []);
    return rules.length < versions.length ? [] : rules;
  }
}
