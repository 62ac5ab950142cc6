import type { Definition } from '../definition/definition.js';
import type { DefinitionFault } from '../definition-error.js';
import { nameInClients } from '../definition/naming.js';
import { placeOf } from '../definition/place.js';

/**
 * The definitions that are distinguishable from all before them. Adds a fault for each of the others.
 * @param known returns the existing definitions, by their name in clients
 */
export function withoutClashes(
  definitions: readonly Definition[],
  faults: DefinitionFault[],
  known: (name: string) => readonly Definition[],
): readonly Definition[] {
  const seen = new Map<string, readonly Definition[]>();
  return definitions.filter((definition) => {
    const key = nameInClients(definition.name);
    const others = seen.get(key) ?? known(key);
    const fault = others.map((other) => clash(other, definition)).find((each) => each !== undefined);
    if (fault === undefined) seen.set(key, [...others, definition]);
    else faults.push(fault);
    return fault === undefined;
  });
}

const RENAME = 'Give one of them another name';

/** The fault of two definitions with similar names that cannot be versions of the same name. */
function clash(first: Definition, other: Definition): DefinitionFault | undefined {
  const place = { where: placeOf(other.owner, other.type.name), type: other.type.name };
  const firstPlace = placeOf(first.owner, first.type.name);
  if (first.name !== other.name) {
    const problem = `is named "${other.name}" and ${firstPlace} "${first.name}", which are the same to clients that turn other characters into "_"`;
    return { ...place, problem, remedy: RENAME };
  }
  if (isSame(first, other)) return { ...place, problem: 'is listed twice', remedy: onceOf(other) };
  const problem = `and ${firstPlace} are both named "${other.name}"`;
  if (first.owner !== other.owner) return { ...place, problem, remedy: `${RENAME}, or mount a pack with a prefix` };
  return versionClash(first, other, { ...place, problem });
}

function versionClash(
  first: Definition,
  other: Definition,
  { problem, ...place }: Omit<DefinitionFault, 'remedy'>,
): DefinitionFault | undefined {
  if (first.version === undefined || other.version === undefined)
    return { ...place, problem, remedy: `${RENAME}, or each a version of its own` };
  if (first.version === other.version)
    return { ...place, problem: `${problem}, version ${first.version}`, remedy: `${RENAME} or version` };
  const label = other.labels.find((each) => first.labels.includes(each));
  if (label === undefined) return undefined;
  const shared = `and ${placeOf(first.owner, first.type.name)} both have the label "${label}" of "${other.name}"`;
  return { ...place, problem: shared, remedy: 'Let each label point to one version' };
}

/** Packs of two versions may share a class, which is then a definition in each version. */
function isSame(one: Definition, other: Definition): boolean {
  return one.type === other.type && one.owner === other.owner && one.version === other.version;
}

function onceOf({ owner }: Definition): string {
  return owner === '' ? 'List it once' : 'List its pack once, or mount it with a prefix';
}
