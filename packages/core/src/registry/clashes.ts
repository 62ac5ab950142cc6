import type { Definition } from '../definition/definition.js';
import type { DefinitionFault } from '../definition-error.js';
import { nameInClients } from '../definition/naming.js';
import { placeOf } from '../definition/place.js';

/** Called with a definition that cannot be told apart from another, and why. */
export type Refuse = (definition: Definition, fault: DefinitionFault) => void;

/**
 * The definitions that can be told apart from all before them.
 * @param known those that were there before any of these, by their name in clients
 */
export function withoutClashes(
  definitions: readonly Definition[],
  refuse: Refuse,
  known: (name: string) => readonly Definition[],
): readonly Definition[] {
  const seen = new Map<string, Claims>();
  return definitions.filter((definition) => {
    const key = nameInClients(definition.name);
    const claims = seen.get(key) ?? new Claims(known(key));
    seen.set(key, claims);
    const fault = claims.faultOf(definition);
    if (fault === undefined) claims.add(definition);
    else refuse(definition, fault);
    return fault === undefined;
  });
}

const RENAME = 'Give one of them another name';

type Place = Pick<DefinitionFault, 'where' | 'type'>;

/** What is taken of one name: its versions, and their labels. */
class Claims {
  /** Whether a name and an owner are the same shows by one of them: all that are accepted have both in common. */
  #first: Definition | undefined;
  readonly #versions = new Map<string | undefined, Definition>();
  readonly #labels = new Map<string, Definition>();

  constructor(known: readonly Definition[]) {
    for (const each of known) this.add(each);
  }

  add(definition: Definition): void {
    this.#first ??= definition;
    this.#versions.set(definition.version, definition);
    for (const label of definition.labels) this.#labels.set(label, definition);
  }

  /** What keeps a definition from being another version of the same. */
  faultOf(definition: Definition): DefinitionFault | undefined {
    const first = this.#first;
    if (first === undefined) return undefined;
    const { name, owner, type } = definition;
    const place = { where: placeOf(owner, type.name), type: type.name };
    if (first.name !== name) return { ...place, problem: namedAlike(first, name), remedy: RENAME };
    const same = this.#versions.get(definition.version);
    if (same?.type === type && same.owner === owner)
      return { ...place, problem: 'is listed twice', remedy: onceOf(definition) };
    if (first.owner !== owner)
      return { ...place, problem: bothNamed(first, name), remedy: `${RENAME}, or mount a pack with a prefix` };
    return this.#versionFault(definition, place);
  }

  #versionFault({ name, version, labels }: Definition, place: Place): DefinitionFault | undefined {
    const unversioned = version === undefined ? this.#first : this.#versions.get(undefined);
    if (unversioned !== undefined)
      return { ...place, problem: bothNamed(unversioned, name), remedy: `${RENAME}, or each a version of its own` };
    const same = this.#versions.get(version);
    if (same !== undefined)
      return { ...place, problem: `${bothNamed(same, name)}, version ${version}`, remedy: `${RENAME} or version` };
    const label = labels.find((each) => this.#labels.has(each));
    const labelled = label === undefined ? undefined : this.#labels.get(label);
    if (labelled === undefined) return undefined;
    const problem = `and ${placeIn(labelled)} both have the label "${label}" of "${name}"`;
    return { ...place, problem, remedy: 'Let each label point to one version' };
  }
}

const placeIn = ({ owner, type }: Definition) => placeOf(owner, type.name);

const bothNamed = (other: Definition, name: string) => `and ${placeIn(other)} are both named "${name}"`;

function namedAlike(first: Definition, name: string): string {
  return `is named "${name}" and ${placeIn(first)} "${first.name}", which are the same to clients that turn other characters into "_"`;
}

function onceOf({ owner }: Definition): string {
  return owner === '' ? 'List it once' : 'List its pack once, or mount it with a prefix';
}
