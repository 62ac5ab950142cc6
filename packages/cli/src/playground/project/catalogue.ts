import type { CallOptions, Definition, KindName, Registry, Runtime } from '@cuecard/core';
import type { CatalogueEntry, CataloguePage } from '../api.js';
import { RequestFault } from '../http/api-routes.js';

const PAGE_SIZE = 2_000;
const MAX_DESCRIPTION = 200;

export const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

/** An entry without the choice of selectors, which may change at any time. */
type FixedEntry = Omit<CatalogueEntry, 'isChosen'>;

/** The list of a registry. */
interface RegistryList {
  readonly registry: Registry;
  readonly definitions: readonly Definition[];
  /** Created when their page is requested. */
  readonly entries: FixedEntry[];
}

/** All definitions of a runtime, including those that only some callers may see. */
export class Catalogue {
  readonly #runtime: Runtime;
  #list: RegistryList | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  async page(from: number): Promise<CataloguePage> {
    const { registry } = this.#runtime;
    if (this.#list?.registry !== registry) this.#list = listOf(registry);
    const { definitions, entries } = this.#list;
    const requested = definitions.slice(from, from + PAGE_SIZE);
    const chosen = await this.#chosenAmong(requested);
    const page = requested.map((definition, at) => {
      const entry = (entries[from + at] ??= shorten(fixedEntryOf(definition)));
      return { ...entry, isChosen: chosen.has(definition) };
    });
    return { total: definitions.length, entries: page };
  }

  /** An entry, with the whole description. */
  async entryOf(definition: Definition): Promise<CatalogueEntry> {
    const chosen = await this.#chosenAmong([definition]);
    return { ...fixedEntryOf(definition), isChosen: chosen.has(definition) };
  }

  /** The definitions that are chosen by the names of some definitions. Looks up each name once, in parallel. */
  async #chosenAmong(definitions: readonly Definition[]): Promise<ReadonlySet<Definition | undefined>> {
    const byName = new Map(definitions.map((definition) => [`${definition.kind.name} ${definition.name}`, definition]));
    const found = [...byName.values()].map(({ kind, name }) => definitionOf(this.#runtime, kind.name, name));
    return new Set(await Promise.all(found));
  }
}

function fixedEntryOf(definition: Definition): FixedEntry {
  const { kind, name, version, labels, title, owner, deprecated, tags, visibility } = definition;
  const { samples, schema } = definition;
  return {
    kind: kind.name,
    name,
    version,
    labels: nonEmpty(labels),
    title,
    description: withoutNotice(definition),
    tags: nonEmpty(tags),
    pack: owner === '' ? undefined : owner,
    deprecated,
    scopes: nonEmpty(visibility?.scopes),
    hasSample: samples.length > 0 || undefined,
    needsArguments: (Array.isArray(schema['required']) && schema['required'].length > 0) || undefined,
  };
}

/** The description without the notice of its deprecation, which is a property of the entry. */
function withoutNotice({ description, deprecated }: Definition): string | undefined {
  const notice = `Deprecated: ${deprecated}`;
  if (deprecated === undefined || description?.startsWith(notice) !== true) return description;
  return description.slice(notice.length).replace(/^\.?\s*/, '') || undefined;
}

/** The beginning of a description, without half of a surrogate pair. */
function shorten(entry: FixedEntry): FixedEntry {
  const { description } = entry;
  if (description === undefined || description.length <= MAX_DESCRIPTION) return entry;
  const start = description.slice(0, MAX_DESCRIPTION - 1).replace(/[\uD800-\uDBFF]$/, '');
  return { ...entry, description: `${start}…` };
}

/** Omits readers, because each reads many resources. */
function listOf(registry: Registry): RegistryList {
  const definitions = KINDS.flatMap((kind) => registry.list(kind)).filter(({ instance }) => instance === undefined);
  return { registry, definitions, entries: [] };
}

/**
 * The definition that a name or `name@version` selects; the highest release if selectors time out.
 */
export async function definitionOf(runtime: Runtime, kind: KindName, name: string): Promise<Definition | undefined> {
  const { registry } = runtime;
  const known = registry.get(name, kind);
  const versions = known === undefined ? [] : (registry.versions(known.name, kind) ?? []);
  if (versions.length < 2) return known; // Most names have one version and need no selector.
  const found = await runtime.find(name, kind, callerOf(versions)).catch(() => undefined); // A call shows the error.
  return found ?? known;
}

/**
 * The definition that `kind/name` stands for.
 * @throws {RequestFault} if there is none
 */
export async function definitionAt(runtime: Runtime, path: string): Promise<Definition> {
  const at = path.indexOf('/');
  const [kind, name] = [KINDS.find((each) => each === path.slice(0, at)), path.slice(at + 1)];
  const definition = kind && (await definitionOf(runtime, kind, name));
  if (definition !== undefined) return definition;
  throw new RequestFault(404, 'definition', 'This definition does not exist. It may have been renamed or removed');
}

/** A caller with the scopes that definitions need. */
export function callerOf(definitions: readonly Definition[], principal?: string): Pick<CallOptions, 'auth'> {
  const scopes = [...new Set(definitions.flatMap(({ visibility }) => visibility?.scopes ?? []))];
  if (principal === undefined && scopes.length === 0) return {};
  return { auth: { principal: principal ?? 'playground', scopes } };
}

/** Returns the list, or `undefined` if it is empty. */
function nonEmpty<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}
