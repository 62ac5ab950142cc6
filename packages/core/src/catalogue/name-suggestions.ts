import type { Definition } from '../definition/definition.js';
import { splitName } from '../definition/version.js';
import type { Request } from '../request/request.js';
import { NameIndex } from '../text/name-index.js';
import { nearest } from '../text/nearest.js';
import type { RuleGroup } from './rule-groups.js';

/** The maximum number of versions to compare with the requested one. */
const MAX_VERSIONS = 64;

interface NameSuggestionsOptions {
  readonly groups: readonly RuleGroup[];
  /** The names at positions. */
  readonly namesAt: (positions: readonly number[]) => readonly string[];
  /** The versions of a name. */
  readonly versions: (name: string) => readonly Definition[];
}

/** Finds the name that was probably meant by another, among those that the caller may see. */
export class NameSuggestions {
  readonly #versions: NameSuggestionsOptions['versions'];
  readonly #indexes: ReadonlyMap<RuleGroup, NameIndex>;

  constructor({ groups, namesAt, versions }: NameSuggestionsOptions) {
    this.#versions = versions;
    this.#indexes = new Map(groups.map((group) => [group, new NameIndex(namesAt(group.positions))]));
  }

  /** @param visible the groups that the caller may see */
  meant(asked: string, request: Request, visible: readonly RuleGroup[]): string | undefined {
    const { name } = splitName(asked);
    const versions = name === asked ? [] : this.#versions(name);
    const known = versions.filter(({ visibility }) => request.allows(visibility));
    if (known.length === 0) return nearest(asked, this.#similar(asked, visible));
    const addresses = known.slice(0, MAX_VERSIONS).map(({ version }) => `${name}@${version}`);
    return nearest(asked, addresses) ?? name;
  }

  #similar(asked: string, visible: readonly RuleGroup[]): readonly string[] {
    const indexes = visible.flatMap((group) => this.#indexes.get(group) ?? []);
    return NameIndex.similar(asked, indexes);
  }
}
