import { type NameRewriting, type Replacements, rewriteName } from '../clients/client-profile.js';
import { type Definition, joinPlace } from '../definition/definition.js';
import { type Defect, type DefinitionFault, type FaultLocation, faultLine } from '../definition-error.js';
import { groupBy } from '../definition/definition-options.js';
import { nameInClients } from '../definition/naming.js';
import type { Monitor } from '../logging/monitor.js';

/** Faults, and the definition that is not served because of the faults, if that definition could be compiled. */
export interface Finding {
  readonly definition?: Definition | undefined;
  readonly faults: readonly DefinitionFault[];
}

/**
 * Returns the definitions that do not clash with existing definitions or with earlier ones in the array.
 * @param existing definitions without clashes
 * @param findings receives the faults of clashing definitions
 */
export function withoutClashes(
  definitions: readonly Definition[],
  existing: readonly Definition[],
  findings: Finding[],
): readonly Definition[] {
  const existingByName = groupBy(existing, nameKey);
  const claimsByName = new Map<string, NameClaims>();
  return definitions.filter((definition) => {
    if (definition.instance !== undefined) return true; // Readers do not clash by name; `uriClashes` compares URIs.
    const key = nameKey(definition);
    let claims = claimsByName.get(key);
    if (claims === undefined) claimsByName.set(key, (claims = new NameClaims(existingByName.get(key) ?? [])));
    const fault = claims.faultOf(definition);
    if (fault === undefined) claims.add(definition);
    else findings.push({ definition, faults: [fault] });
    return fault === undefined;
  });
}

/** Returns a key that is the same for definitions whose names clients cannot distinguish. */
function nameKey({ kind, name, instance }: Definition): string {
  return instance === undefined ? `${kind.name} ${nameInClients(name)}` : '';
}

const RENAME_REMEDY = 'Give one of them another name';

/** The versions and labels of a name that are already in use. */
class NameClaims {
  readonly #versions = new Map<string | undefined, Definition>();
  readonly #labels = new Map<string, Definition>();

  constructor(existing: readonly Definition[]) {
    for (const each of existing) this.add(each);
  }

  add(definition: Definition): void {
    this.#versions.set(definition.version, definition);
    for (const label of definition.labels) this.#labels.set(label, definition);
  }

  /**
   * Returns the fault of a definition that clashes with existing versions of the name; `undefined` if it does not
   * clash.
   */
  faultOf(definition: Definition): DefinitionFault | undefined {
    const [first] = this.#versions.values(); // All versions have the same name and owner.
    if (first === undefined) return undefined;
    const { name, owner, type } = definition;
    const location = { where: fullPlaceOf(definition), type: type.name };
    if (first.name !== name)
      return ambiguousNameFault(
        definition,
        first,
        'clients that turn other characters into "_" cannot distinguish the names',
      );
    const taken = this.#versions.get(definition.version);
    if (taken?.type === type && taken.method.name === definition.method.name && taken.owner === owner)
      return { ...location, id: 'listed-twice', problem: 'is listed twice', remedy: listOnceRemedy(definition) };
    if (first.owner !== owner) return { ...location, ...nameTaken(first, name, ', or mount a pack with a prefix') };
    return this.#versionFault(definition, first, location);
  }

  #versionFault(
    { name, version, labels }: Definition,
    first: Definition,
    location: FaultLocation,
  ): DefinitionFault | undefined {
    const unversioned = version === undefined ? first : this.#versions.get(undefined);
    if (unversioned !== undefined)
      return { ...location, ...nameTaken(unversioned, name, ', or give each its own version') };
    const taken = this.#versions.get(version);
    if (taken !== undefined) {
      const problem = `${sameNameProblem(taken, name)} and have the version ${version}`;
      return { ...location, id: 'version-taken', problem, remedy: `${RENAME_REMEDY} or version` };
    }
    const label = labels.find((each) => this.#labels.has(each));
    const labelled = label === undefined ? undefined : this.#labels.get(label);
    if (labelled === undefined) return undefined;
    const problem = `and ${fullPlaceOf(labelled)} both have the label "${label}" of "${name}"`;
    return { ...location, id: 'label-taken', problem, remedy: 'Give each label to only one version' };
  }
}

const fullPlaceOf = ({ owner, place }: Definition) => joinPlace(owner, place);

const sameNameProblem = (other: Definition, name: string) => `and ${fullPlaceOf(other)} are both named "${name}"`;

function nameTaken(other: Definition, name: string, choice: string): Defect {
  return { id: 'name-taken', problem: sameNameProblem(other, name), remedy: RENAME_REMEDY + choice };
}

function ambiguousNameFault(definition: Definition, other: Definition, effect: string): DefinitionFault {
  const problem = `is named "${definition.name}" and ${fullPlaceOf(other)} is named "${other.name}", but ${effect}`;
  const { name: type } = definition.type;
  return { where: fullPlaceOf(definition), type, id: 'name-ambiguous', problem, remedy: RENAME_REMEDY };
}

function listOnceRemedy({ owner }: Definition): string {
  return owner === '' ? 'List it once' : 'List its pack once, or mount it with a prefix';
}

type Faults = Map<Definition, readonly [DefinitionFault]>;

const KINDS = { prompts: 'prompt', tools: 'tool' } as const;

/**
 * Returns the faults of definitions that a host drops because it rewrites names and makes two of them equal. If every
 * affected host renames such definitions instead, only a warning is logged.
 * @param rewritings how hosts rewrite names, by host
 */
export function clashesAfterRewriting(
  definitions: readonly Definition[],
  rewritings: ReadonlyMap<string, NameRewriting>,
  monitor: Pick<Monitor, 'warnOnce'>,
): Faults {
  const faults: Faults = new Map();
  const disambiguated: Faults = new Map();
  for (const [host, { disambiguates = false, ...replacementsByKind }] of rewritings) {
    const effect = `${host} turns both names into the same name, and ${disambiguates ? 'then renames one of them' : 'keeps only one of them'}`;
    for (const [plural, replacements] of Object.entries(replacementsByKind) as [keyof typeof KINDS, Replacements][])
      for (const [definition, other] of namesakesAfter(replacements, definitions, KINDS[plural]))
        (disambiguates ? disambiguated : faults).set(definition, [ambiguousNameFault(definition, other, effect)]);
  }
  for (const [definition, [fault]] of disambiguated) if (!faults.has(definition)) monitor.warnOnce(faultLine(fault));
  return faults;
}

/**
 * Yields each definition whose rewritten name equals the rewritten name of an earlier definition, together with that
 * definition.
 */
function* namesakesAfter(
  replacements: Replacements,
  definitions: readonly Definition[],
  kind: 'prompt' | 'tool',
): Generator<readonly [Definition, Definition]> {
  const first = new Map<string, Definition>();
  for (const definition of definitions) {
    if (definition.kind.name !== kind) continue;
    const name = rewriteName(definition.name, replacements);
    const other = first.get(name) ?? definition;
    first.set(name, other);
    if (other.name !== definition.name) yield [definition, other];
  }
}
