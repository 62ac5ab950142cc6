import type { Definition } from '../definition/definition.js';
import { invalidLabel } from '../definition/definition-faults.js';
import { DefinitionError, type DefinitionFault, faultAt } from '../definition-error.js';
import type { KindName } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { isLabel } from '../definition/version.js';
import { groupBy } from '../definition/grouping.js';

/**
 * The versions of a name, with the label on one version only.
 * @param to the version, as `name@version`
 * @throws {DefinitionError} if there is no such version, or the label is invalid
 */
export function moveLabel(label: string, to: string, among: readonly Definition[]): Definition[] {
  const target = among.find((each) => addressOf(each) === to);
  if (target?.version === undefined || !isLabel(label)) throw new DefinitionError([fault(label, to, among)]);
  const moved = new Map([...target.movedLabels, [label, target.version]]);
  return among.filter(({ name }) => name === target.name).map((each) => withMoved(each, moved));
}

/** A label, and the version of a name that it points to. */
export interface LabelPlace {
  /** @default 'prompt' */
  readonly kind?: KindName;
  readonly name: string;
  readonly label: string;
  /** Without the name: `2.1.0`; `undefined` if the label is where the code declares it. */
  readonly version: string | undefined;
}

/** A label that was moved, and the version that it points to. */
export type MovedLabel = Required<LabelPlace> & { readonly version: string };

/**
 * The definitions whose labels change when some are moved. A label whose version is not there points to none of the others.
 * @throws {DefinitionError} if a label is invalid
 */
export function placed(places: Iterable<LabelPlace>, registry: Versions): Definition[] {
  const byName = groupBy([...places], ({ kind = 'prompt', name }) => `${kind} ${name}`);
  return [...byName.values()].flatMap((group) => {
    const [{ kind = 'prompt', name }] = group as [LabelPlace];
    const versions = registry.versions(name, kind) ?? [];
    const before = versions[0]?.movedLabels ?? NOTHING;
    const changed = group.filter(({ label, version }) => before.get(label) !== version);
    if (changed.length === 0) return [];
    const after = new Map(before);
    for (const place of changed) put(place, after);
    const freed = changed.filter(({ version }) => version === undefined).map(({ label }) => label);
    return restored(versions, freed).map((each) => withMoved(each, after));
  });
}

/** Labels that are no longer moved go back to the version whose code declares them: the highest, if several do. */
function restored(versions: readonly Definition[], labels: readonly string[]): readonly Definition[] {
  if (labels.length === 0) return versions;
  const homes = labels.map((label) => versions.find(({ declaredLabels }) => declaredLabels.includes(label)));
  return versions.map((each) => {
    const kept = each.labels.filter((label) => !labels.includes(label));
    const own = labels.filter((_, at) => homes[at] === each);
    return each.with({ labels: Object.freeze([...kept, ...own]) });
  });
}

function put({ label, version }: LabelPlace, moved: Map<string, string>): void {
  if (version === undefined) moved.delete(label);
  else if (isLabel(label)) moved.set(label, version);
  else throw new DefinitionError([{ ...faultAt(`The label "${label}"`), ...invalidLabel('is invalid') }]);
}

/** Where the moved labels of a name point, given one of its versions. */
export function placesOf({ kind, name, movedLabels }: Definition): MovedLabel[] {
  return [...movedLabels].map(([label, version]) => ({ kind: kind.name, name, label, version }));
}

/** The moved labels whose version still exists. For the others, the code's declaration applies again. */
function liveLabels(
  moved: ReadonlyMap<string, string>,
  versions: ReadonlySet<string | undefined>,
): ReadonlyMap<string, string> {
  const live = [...moved].filter(([, version]) => versions.has(version));
  return live.length === moved.size ? moved : new Map(live);
}

/** The definition with moved labels in their current place, and its own other labels. */
function withMoved(definition: Definition, moved: ReadonlyMap<string, string>): Definition {
  const own = definition.labels.filter((label) => !moved.has(label));
  const brought = [...moved].flatMap(([label, version]) => (version === definition.version ? [label] : []));
  return definition.with({ labels: Object.freeze([...own, ...brought]), movedLabels: moved });
}

/** A registry, as far as labels go. */
interface Versions {
  versions(name: string, kind: KindName): readonly Definition[] | undefined;
}

/** Definitions that are added, with the labels that were moved within their names. */
export function keepingLabels(added: readonly Definition[], registry: Versions): readonly Definition[] {
  return [...groupBy(added, nameOf).values()].flatMap((group) => {
    const [{ name, kind }] = group as [Definition];
    const known = registry.versions(name, kind.name) ?? [];
    const [first] = known;
    if (first === undefined) return group;
    const moved = liveLabels(first.movedLabels, versionsOf([...known, ...group]));
    return group.map((each) => withMoved(each, moved));
  });
}

const nameOf = ({ kind, name }: Definition) => `${kind.name} ${name}`;

interface Relabelling {
  readonly registry: Versions;
  readonly removed: ReadonlySet<Definition>;
  readonly added: readonly Definition[];
  /** The replacements of removed definitions. */
  readonly successors: ReadonlyMap<Definition, Definition>;
}

/**
 * Applies moved labels to new definitions, and to existing ones whose labels have moved. A label of a removed version
 * moves to its successor.
 */
export function relabelled({ registry, removed, added, successors }: Relabelling) {
  const changed = new Map<Definition, Definition>();
  const groups = groupBy(added, nameOf);
  const labelled = [...groups.values()].flatMap((group) => {
    const [{ name, kind }] = group as [Definition];
    const known = registry.versions(name, kind.name) ?? [];
    const kept = known.filter((each) => !removed.has(each));
    const before = known[0]?.movedLabels ?? NOTHING;
    const moved = liveLabels(followed(before, known, successors), versionsOf([...kept, ...group]));
    if (moved !== before) for (const each of kept) changed.set(each, withMoved(each, moved));
    return group.map((each) => withMoved(each, moved));
  });
  return { changed, added: labelled };
}

const NOTHING: ReadonlyMap<string, string> = new Map();

function versionsOf(definitions: readonly Definition[]): Set<string | undefined> {
  return new Set(definitions.map(({ version }) => version));
}

/** The moved labels of a name after its versions were replaced by their successors. */
function followed(
  moved: ReadonlyMap<string, string>,
  known: readonly Definition[],
  successors: ReadonlyMap<Definition, Definition>,
): ReadonlyMap<string, string> {
  const next = new Map<string, string>();
  for (const each of known) {
    const successor = successors.get(each);
    const isFollowed = successor?.name === each.name && each.version !== undefined && successor.version !== undefined;
    if (isFollowed && successor.version !== each.version) next.set(each.version, successor.version);
  }
  return next.size === 0 ? moved : new Map([...moved].map(([label, version]) => [label, next.get(version) ?? version]));
}

function fault(label: string, to: string, among: readonly Definition[]): DefinitionFault {
  const place = faultAt(`The label "${label}"`);
  if (!isLabel(label)) return { ...place, ...invalidLabel('is invalid') };
  const known = among.flatMap((each) => addressOf(each) ?? []);
  const meant = nearest(to, known) ?? known.find((each) => each.startsWith(`${to}@`));
  const remedy =
    meant === undefined ? 'Name a version that is listed, as name@version' : `Point it to "${meant}" instead`;
  return {
    ...place,
    id: 'label-target-unknown',
    problem: `cannot point to "${to}", which is not a version of a ${among[0]?.kind.name ?? 'prompt'}`,
    remedy,
  };
}

function addressOf({ name, version }: Definition): string | undefined {
  return version === undefined ? undefined : `${name}@${version}`;
}
