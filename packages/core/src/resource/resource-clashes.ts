import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { type Definition, joinPlace } from '../definition/definition.js';
import { groupBy } from '../definition/definition-options.js';
import type { DefinitionFault } from '../definition-error.js';
import { Visibility } from '../definition/visibility.js';
import { DEFAULT_LIMITS } from '../limits.js';
import type { Monitor } from '../logging/monitor.js';
import { isPromise, ignoreRejection } from '../promises.js';
import { definitionsOf, hasFixedUri, type NamedResources } from './resource-source.js';
import { addressOf, readerOf } from './resource.js';
import { ResourceReader } from './resource-reader.js';
import { sectionOf } from '../troubleshooting.js';
import { TemplateTree } from './template-tree.js';

type Faults = Map<Definition, readonly DefinitionFault[]>;

/** The definition with which a definition clashes over a URI. */
interface Rival {
  readonly definition: Definition;
  /** The URI or template that both definitions claim. */
  readonly claimed: string;
  readonly remedy: string;
}

/**
 * Returns the faults of resource classes that certainly claim the same URIs.
 * @param readers the definitions of readers
 */
export function uriClashes(classes: NamedResources, readers: readonly Definition[]): Faults {
  const definitions = definitionsOf(classes);
  const fixed = groupBy(definitions.filter(hasFixedUri), (each) => addressOf(each).template.text);
  const tree = new TemplateTree(definitions.filter((each) => !hasFixedUri(each)));
  const byTemplate = new Map(readers.toReversed().flatMap((each) => templatesOf(each).map((text) => [text, each])));
  const rivalOf = (definition: Definition): Rival | undefined => {
    const { isFixed, text } = addressOf(definition).template;
    if (!isFixed) return createRival(text, templateRival(definition, tree) ?? byTemplate.get(text), RENAME_REMEDY);
    const [first = definition] = fixed.get(text) ?? [];
    if (first !== definition)
      return createRival(text, hasOtherName(first, definition) ? first : undefined, RENAME_REMEDY);
    const template = tree.match(text).find((each) => hasOtherName(each, definition) && acceptsUri(each, text));
    return createRival(text, template, NARROW_REMEDY);
  };
  const rivals = definitions.map((each) => [each, rivalOf(each)] as const);
  return new Map(rivals.flatMap(([each, rival]) => (rival === undefined ? [] : [[each, [clashFault(each, rival)]]])));
}

function createRival(claimed: string, definition: Definition | undefined, remedy: string): Rival | undefined {
  return definition && { definition, claimed, remedy };
}

const RENAME_REMEDY = 'Give one of them another URI';
const MOUNT_ONCE_REMEDY = 'Use `only` to include it in just one mount';
const NARROW_REMEDY = 'Give one of them another URI, or add a rule to the argument that rejects this URI';

/**
 * Finds a clashing definition: each of the two templates matches a sample URI of the other. Considers only names that
 * sort earlier, so that one clash is one fault.
 */
function templateRival(definition: Definition, tree: TemplateTree): Definition | undefined {
  const candidates = tree.match(sampleUri(definition)).filter(({ name }) => name < definition.name);
  return candidates.find((each) => addressOf(definition).template.match(sampleUri(each)) !== undefined);
}

/**
 * Returns the templates of a reader. Returns no templates if the reader throws, because it will throw again, and be
 * reported, when a client lists templates.
 */
function templatesOf(reader: Definition): readonly string[] {
  try {
    return readerOf(reader).templates.map(({ uriTemplate }) => uriTemplate);
  } catch {
    return [];
  }
}

/** Whether two definitions have different names. Versions of one name may share a URI. */
function hasOtherName(a: Definition, other: Definition): boolean {
  return a.name !== other.name;
}

function sampleUri(definition: Definition): string {
  const { template, plan } = addressOf(definition);
  return template.expand(Object.fromEntries(template.names.map((name) => [name, sampleValue(plan, name)])));
}

function sampleValue(plan: ArgumentPlan, name: string): string | readonly string[] {
  return plan.get(name)?.type.rule === 'isArray' ? ['x'] : 'x';
}

/** Whether a definition's arguments accept a URI. Returns `false` if a rule needs a service. */
function acceptsUri(definition: Definition, uri: string): boolean {
  const { name, arguments: plan } = definition;
  try {
    const texts = addressOf(definition).argumentsIn(uri);
    const bound = plan.bind(texts, { kind: 'resource', name, origin: 'text', limits: DEFAULT_LIMITS });
    ignoreRejection(bound);
    return !isPromise(bound);
  } catch {
    return false; // A rule rejects it, or needs a service.
  }
}

function clashFault(
  { owner, place, type, name, method }: Definition,
  { definition, claimed, remedy }: Rival,
): DefinitionFault {
  const location = { where: joinPlace(owner, place), type: type.name };
  if (definition.type === type && definition.method.name === method.name) {
    const problem = `is mounted as "${definition.name}" and as "${name}", but both have the URI "${claimed}", because a prefix does not change a URI`;
    return { ...location, id: 'uri-mounted-twice', problem, remedy: MOUNT_ONCE_REMEDY };
  }
  const problem = `and ${joinPlace(definition.owner, definition.place)} both serve the URI "${claimed}"`;
  return { ...location, id: 'uri-taken', problem, remedy };
}

/**
 * Warns once of each reader that is never called because an earlier reader accepts every URI.
 * @param definitions the definitions of readers, in look-up order
 */
export function warnOfUnreachableReaders(definitions: readonly Definition[], monitor: Pick<Monitor, 'warnOnce'>): void {
  for (const [index, definition] of definitions.entries()) {
    const first = definitions.slice(0, index).find((each) => hidesReader(each, definition));
    if (first === undefined) continue;
    const problem = `${placeOfReader(definition)} is never used: ${placeOfReader(first)} is listed before it and accepts every URI`;
    const remedy = `Add a method accepts(uri) to ${first.name}, or list ${first.name} last`;
    monitor.warnOnce(`${problem}. ${remedy}. See ${sectionOf('resource-unreachable')}`);
  }
}

/** Whether the first reader accepts every URI for all callers who may see the other reader. */
function hidesReader(first: Definition, other: Definition): boolean {
  if (first.instance === other.instance) return false; // Both are the same reader.
  const acceptsAll = readerOf(first).accepts === ResourceReader.prototype.accepts;
  return acceptsAll && (first.visibility === undefined || Visibility.isSame(first.visibility, other.visibility));
}

function placeOfReader({ owner, name }: Definition): string {
  return joinPlace(owner, name);
}
