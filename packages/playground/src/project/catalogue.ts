import type { CallOptions, Definition, KindName, Registry, Runtime } from '@cuecard/core';
import type { CatalogueEntry, CataloguePage } from '../api.js';

const PAGE_SIZE = 2_000;
const MAX_DESCRIPTION = 200;

export const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

/** All that can be listed of a runtime, also what only some callers may see. */
export class Catalogue {
  readonly #runtime: Runtime;
  #made: { readonly registry: Registry; readonly entries: readonly CatalogueEntry[] } | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  page(from: number): CataloguePage {
    const entries = this.#entries;
    return { total: entries.length, entries: entries.slice(from, from + PAGE_SIZE) };
  }

  /** An entry; the description of a page's entry is cut. */
  entryOf(definition: Definition): CatalogueEntry {
    const { kind, name, version, labels, title, description, owner, deprecated, visibility } = definition;
    return {
      kind: kind.name,
      name,
      ...present({ version }),
      isChosen: this.#isChosen(definition),
      ...present({ labels: filled(labels), title, description, tags: tagsOf(definition) }),
      ...present({ pack: owner === '' ? undefined : owner, deprecated, scopes: filled(visibility?.scopes) }),
    };
  }

  get #entries(): readonly CatalogueEntry[] {
    const { registry } = this.#runtime;
    if (this.#made?.registry !== registry) this.#made = { registry, entries: this.#list(registry) };
    return this.#made.entries;
  }

  /** Readers are no entries: they answer for many names. */
  #list(registry: Registry): CatalogueEntry[] {
    const definitions = KINDS.flatMap((kind) => registry.list(kind)).filter(({ instance }) => instance === undefined);
    return definitions.map((each) => {
      const entry = this.entryOf(each);
      const { description } = entry;
      if (description === undefined || description.length <= MAX_DESCRIPTION) return entry;
      return { ...entry, description: cut(description) };
    });
  }

  #isChosen(definition: Definition): boolean {
    const { kind, name } = definition;
    return definitionOf(this.#runtime, kind.name, name) === definition;
  }
}

/** The definition that a name or `name@version` stands for. */
export function definitionOf(runtime: Runtime, kind: KindName, name: string): Definition | undefined {
  const { registry } = runtime;
  const known = registry.get(name, kind);
  const versions = known === undefined ? [] : (registry.versions(known.name, kind) ?? []);
  return versions.length === 1 ? known : (runtime.find(name, kind, callerOf(versions)) ?? known);
}

/** A caller with the scopes that definitions need. */
export function callerOf(definitions: readonly Definition[]): Pick<CallOptions, 'auth'> {
  const scopes = [...new Set(definitions.flatMap(({ visibility }) => visibility?.scopes ?? []))];
  return scopes.length === 0 ? {} : { auth: { principal: 'playground', scopes } };
}

/** The tags, if this version of core knows them. */
function tagsOf(definition: Definition & { readonly tags?: unknown }): readonly string[] | undefined {
  const { tags } = definition;
  return Array.isArray(tags) ? filled(tags.filter((each) => typeof each === 'string')) : undefined;
}

/** The beginning of a text, without half of a character. */
function cut(text: string): string {
  return `${text.slice(0, MAX_DESCRIPTION - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A list, unless it is empty. */
function filled<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** The members that are not `undefined`. */
function present<T extends object>(members: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
