import type { Definition } from '../definition/definition.js';
import { compareVersions, groupBy, splitName } from '../definition/definition-options.js';
import { type DefinitionFault, DefinitionError, distinctFaults } from '../definition-error.js';
import type { KindName } from '../errors.js';
import { type OptionKinds, validateOptions, ON_FAULT, STRING, STRINGS } from '../text/option-kinds.js';
import type { InjectableClass } from '../types.js';
import { type Finding, withoutClashes } from './clashes.js';
import type { RegistryEntry } from './pack.js';
import { compileEntries } from './unpack.js';

export interface RegistryOptions {
  /**
   * What to do with faulty definitions: `throw` throws one error with all faults; `isolate` excludes the definitions
   * and reports their faults in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
}

const REGISTRY_OPTIONS: OptionKinds<RegistryOptions> = { onFault: ON_FAULT };

/** The versions of one name, highest release first. */
export type NamedDefinitions = readonly [Definition, ...Definition[]];

export interface DefinitionIndex {
  /** In code unit order. */
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, NamedDefinitions>;
  /** The definitions that answer for many names, such as resource readers, in look-up order. */
  readonly sources: readonly Definition[];
}

const NONE = buildIndex([]);

/**
 * The compiled definitions of a server, ordered by name. It is immutable: `with` and `without` return a new registry.
 * Methods that take a name look for a prompt, unless a kind is passed.
 */
export class Registry {
  /** The faults of the excluded definitions. */
  readonly faults: readonly DefinitionFault[];
  readonly options: RegistryOptions;
  readonly #byKind: ReadonlyMap<KindName, DefinitionIndex>;
  readonly #findings: readonly Finding[];
  #byClass: ReadonlyMap<InjectableClass<object>, readonly Definition[]> | undefined;

  /**
   * @param entries classes, definitions and packs
   * @throws {DefinitionError} with every fault of every definition, unless faults are isolated
   * @throws {TypeError} if the entries are not iterable, or an option is unknown or of the wrong kind
   */
  constructor(entries: Iterable<RegistryEntry>, options: RegistryOptions = {}, knownFindings: readonly Finding[] = []) {
    this.options = validateOptions('Registry', options, REGISTRY_OPTIONS);
    const findings = [...knownFindings];
    const definitions = withoutClashes(compileEntries(entries, findings), [], findings);
    this.#byKind = new Map(
      [...groupBy(definitions, ({ kind }) => kind.name)].map(([kind, own]) => [kind, buildIndex(own)]),
    );
    this.#findings = findings;
    this.faults = Object.freeze(distinctFaults(findings.flatMap(({ faults }) => faults)));
    if (this.faults.length > 0 && options.onFault !== 'isolate') throw new DefinitionError(this.faults);
  }

  /** The definitions that were excluded because of their faults. */
  get excluded(): readonly Definition[] {
    return this.#findings.flatMap(({ definition }) => definition ?? []);
  }

  /** Returns the highest released version of `name`, or exactly the version in `name@version`. */
  get(name: string, kind: KindName = 'prompt'): Definition | undefined {
    STRING.require('The name in Registry.get()', name);
    const requested = splitName(name);
    const versions = this.versions(requested.name, kind);
    return requested.version === undefined
      ? versions?.[0]
      : versions?.find(({ version }) => version === requested.version);
  }

  /** Returns the versions of a name, highest release first. */
  versions(name: string, kind: KindName = 'prompt'): NamedDefinitions | undefined {
    return this.index(kind).byName.get(name);
  }

  index(kind: KindName): DefinitionIndex {
    return this.#byKind.get(kind) ?? NONE;
  }

  /**
   * Returns the definition of a class or of one of its methods; `undefined` if the class is not listed, or is mounted
   * more than once.
   */
  of(type: InjectableClass<object>, method?: string): Definition | undefined {
    const found = this.all(type, method);
    return found.length === 1 ? found[0] : undefined;
  }

  /** Returns the definitions of a class or of one of its methods: one each time that the class is listed or mounted. */
  all(type: InjectableClass<object>, method?: string): readonly Definition[] {
    this.#byClass ??= groupBy(this.list(), ({ type: each }) => each); // Built on first use: clients request by name.
    const found = this.#byClass.get(type) ?? [];
    return method === undefined ? found : found.filter((each) => each.method.isDeclared && each.method.name === method);
  }

  /** Returns the names of one kind, in code unit order. */
  names(kind: KindName = 'prompt'): readonly string[] {
    return this.index(kind).names;
  }

  /**
   * Returns all definitions, or those of one kind: all versions sorted by name, then definitions with many names in
   * look-up order.
   */
  list(kind?: KindName): readonly Definition[] {
    const indexes = kind === undefined ? [...this.#byKind.values()] : [this.index(kind)];
    return indexes.flatMap(({ names, byName: named, sources }) => [
      ...names.flatMap((name) => named.get(name) ?? []),
      ...sources,
    ]);
  }

  /**
   * Returns a registry with additional definitions. Each replaces an existing definition with the same name and
   * version.
   * @throws {DefinitionError} with every fault of every definition, unless faults are isolated
   */
  with(...entries: readonly RegistryEntry[]): Registry {
    const findings: Finding[] = [];
    const added = compileEntries(entries, findings);
    return this.#create(mergeDefinitions(this.list(), added, findings), findings);
  }

  /** Returns a registry without the given names. A name can be `name@version`. Unknown names are ignored. */
  without(names: readonly string[], kind: KindName = 'prompt'): Registry {
    STRINGS.require('The names in Registry.without()', names);
    const excluded = new Set(names);
    const isExcluded = ({ name, version }: Definition) =>
      excluded.has(name) || (version !== undefined && excluded.has(`${name}@${version}`));
    return this.#create(this.list().filter((each) => each.kind.name !== kind || !isNamed(each) || !isExcluded(each)));
  }

  /** Returns a registry without the faulty definitions, which reports their faults in `faults`. */
  excluding(faulty: ReadonlyMap<Definition, readonly DefinitionFault[]>): Registry {
    if (faulty.size === 0) return this;
    const findings = [...this.#findings, ...Array.from(faulty, ([definition, faults]) => ({ definition, faults }))];
    const valid = this.list().filter((definition) => !faulty.has(definition));
    return new Registry(valid, { onFault: 'isolate' }, findings);
  }

  /** Returns a copy whose `with` throws faults instead of isolating them. */
  strict(): Registry {
    return new Registry(this.list(), {}, this.#findings);
  }

  /**
   * Creates a registry with different definitions. Drops the faults of an excluded definition if a valid definition
   * with the same name and version has been added.
   */
  #create(definitions: readonly Definition[], found: readonly Finding[] = []): Registry {
    const [before, after] = [this.list(), definitions].map((all) => new Set(all.map(versionKey)));
    const isRepaired = (key: string) => after?.has(key) === true && before?.has(key) !== true;
    const remaining = this.#findings.filter(
      ({ definition }) => definition === undefined || !isRepaired(versionKey(definition)),
    );
    return new Registry(definitions, this.options, [...remaining, ...found]);
  }
}

function buildIndex(definitions: readonly Definition[]): DefinitionIndex {
  const byName = groupBy(definitions.filter(isNamed), ({ name }) => name);
  const named = new Map([...byName].map(([name, all]) => [name, all.toSorted(compareVersions) as [Definition]]));
  const sources = definitions.filter((each) => !isNamed(each));
  return { names: Object.freeze([...named.keys()].toSorted()), byName: named, sources: Object.freeze(sources) };
}

/** Whether clients request a definition by its name. An instance, such as a reader, answers for many names. */
function isNamed({ instance }: Definition): boolean {
  return instance === undefined;
}

/**
 * Adds definitions. Each replaces an existing definition with the same name and version. Definitions that clash become
 * findings.
 */
function mergeDefinitions(
  existing: readonly Definition[],
  added: readonly Definition[],
  findings: Finding[],
): readonly Definition[] {
  const addedByName = groupBy(added, ({ name }) => name);
  const kept = existing.filter((each) => addedByName.get(each.name)?.some((other) => replaces(other, each)) !== true);
  const accepted = withoutClashes(added, kept, findings);
  // A clashing definition does not replace its old version. The old version stays and may clash with other added
  // definitions, so all are merged again.
  return accepted.length === added.length ? [...kept, ...accepted] : mergeDefinitions(existing, accepted, findings);
}

function replaces(added: Definition, old: Definition): boolean {
  if (!isNamed(old)) return added.instance === old.instance && added.owner === old.owner;
  return isNamed(added) && versionKey(added) === versionKey(old);
}

function versionKey({ kind, name, version }: Definition): string {
  return `${kind.name} ${name}@${version}`;
}
