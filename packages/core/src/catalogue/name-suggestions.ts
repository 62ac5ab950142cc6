import type { Definition } from '../definition/definition.js';
import { splitName } from '../definition/version.js';
import type { Request } from '../request/request.js';
import { NameIndex } from '../text/name-index.js';
import { nearest } from '../text/nearest.js';
import type { RuleGroup } from './rule-groups.js';
import type { VisibleNames } from './visible-names.js';

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
