import { type BoundInterceptor, type Definition, type Requirement, joinPlace } from '../definition/definition.js';
import { type Defect, type DefinitionFault, locate } from '../definition-error.js';
import { isName } from '../definition/naming.js';
import type { KindName } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { joinTags, isVersion, groupBy, invalidVersionDefect } from '../definition/definition-options.js';
import { Visibility } from '../definition/visibility.js';
import type { Finding } from './clashes.js';
import type { MountedPack, MountOptions, Pack } from './pack.js';

export interface PackOverrides {
  readonly definitions: readonly Definition[];
  /** The faulty overrides. The definitions that they would replace are not served either. */
  readonly excluded: readonly Definition[];
}

/** Mounts the definitions of a pack in a registry or another pack. */
export class Mounting {
  readonly #pack: Pack;
  readonly #options: MountOptions;
  readonly #newNames: ReadonlyMap<string, string>;
  readonly #findings: Finding[];
  readonly #visibility: Visibility | undefined;
  readonly #promptsAsTools: boolean | undefined;
  readonly #interceptors: readonly BoundInterceptor[];
  readonly #requires: readonly Requirement[];
  /** The defects of the mount options and of the pack's own options. */
  readonly #optionDefects: readonly Defect[];
  /** Whether all definitions of the pack could be compiled. */
  #isComplete = true;

  constructor({ pack, options, faults: optionDefects }: MountedPack, findings: Finding[]) {
    const { resolver, rename = {} } = options;
    const { name: owner } = pack;
    this.#optionDefects = [...pack.faults, ...optionDefects];
    this.#pack = pack;
    this.#options = options;
    this.#newNames = new Map(Object.entries(rename));
    this.#findings = findings;
    this.#visibility = Visibility.combine(Visibility.of(options), Visibility.of(pack.options));
    this.#promptsAsTools = options.promptsAsTools ?? pack.options.promptsAsTools;
    const entries = [...(options.interceptors ?? []), ...(pack.options.interceptors ?? [])];
    this.#interceptors = entries.map((entry) => ({ entry, owner, resolver }));
    this.#requires = (pack.options.requires ?? []).map((token) => ({ token, owner, resolver }));
  }

  /** Adds the pack to the location of a finding. */
  locateFinding({ definition, faults }: Finding): Finding {
    this.#isComplete = false;
    return {
      definition: definition?.with(this.#contributionTo(definition)),
      faults: faults.map((fault) => ({ ...fault, where: joinPlace(this.#pack.name, fault.where) })),
    };
  }

  mountAll(definitions: readonly Definition[], overrides: PackOverrides): Definition[] {
    if (!this.#hasValidOptions()) return [];
    const sources = definitions.filter(({ instance }) => instance !== undefined);
    const named = definitions.filter(({ instance }) => instance === undefined);
    const selected = this.#select(this.#override(named, overrides), new PackNames(named));
    const faults: DefinitionFault[] = [];
    const mounted = selected.flatMap((each) => this.#mount(each, faults) ?? []);
    if (faults.length > 0) this.#findings.push({ faults });
    return [...mounted, ...sources.map((each) => this.#bind(each, each.name))];
  }

  #hasValidOptions(): boolean {
    const { version } = this.#pack;
    const { prefix } = this.#options;
    const hasVersion = isVersion(version);
    const hasPrefix = prefix === undefined || isName(prefix, { hasPaths: true });
    if (!hasVersion) this.#fault(version === undefined ? VERSION_MISSING : invalidVersionDefect(version));
    if (!hasPrefix) this.#fault(invalidName(`is mounted with the invalid prefix "${prefix}"`, { hasPaths: true }));
    for (const defect of this.#optionDefects) this.#fault(defect);
    return hasVersion && hasPrefix && this.#optionDefects.length === 0;
  }

  #override(packDefinitions: readonly Definition[], { definitions, excluded }: PackOverrides): Definition[] {
    const replacements = groupBy([...definitions, ...excluded], ({ kind }) => kind.name);
    for (const [kind, all] of replacements) {
      const ofKind = packDefinitions.filter((each) => each.kind.name === kind);
      this.#requireNames(new Set(all.map(({ name }) => name)), new PackNames(ofKind, [kind]), 'override');
    }
    const knownKeys = new Set(packDefinitions.map(definitionKey));
    const replaced = new Set([...replacements.values()].flat().map(definitionKey));
    const kept = packDefinitions.filter((each) => !replaced.has(definitionKey(each)));
    return [...kept, ...definitions.filter((each) => knownKeys.has(definitionKey(each)))];
  }

  #select(definitions: readonly Definition[], names: PackNames): readonly Definition[] {
    this.#requireNames(this.#newNames.keys(), names, 'rename');
    if (this.#options.only === undefined) return definitions;
    const only = new Set(this.#options.only);
    this.#requireNames(only, names, 'only');
    return definitions.filter(({ name }) => only.has(name));
  }

  #requireNames(required: Iterable<string>, names: PackNames, option: string): void {
    if (!this.#isComplete) return; // The unknown name may belong to an excluded definition.
    for (const name of required) {
      if (names.all.has(name)) continue;
      const suggestion = nearest(name, names.all);
      const remedy =
        suggestion === undefined ? `Name one of its ${names.kinds} in \`${option}\`` : `Write "${suggestion}" instead`;
      const problem = `has no ${names.kind} "${name}", but \`${option}\` names it`;
      this.#fault({ id: 'mount-name-unknown', problem, remedy });
    }
  }

  #mount(definition: Definition, faults: DefinitionFault[]): Definition | undefined {
    const { prefix } = this.#options;
    const localName = this.#newNames.get(definition.name) ?? definition.name;
    const name = prefix === undefined ? localName : `${prefix}_${localName}`;
    const owner = joinPlace(this.#pack.name, definition.owner);
    if (!isName(name, definition.kind)) {
      const problem = `would be named "${name}", which some clients do not support`;
      const { name: type } = definition.type;
      faults.push({ where: joinPlace(owner, type), type, ...invalidName(problem, definition.kind) });
      return undefined;
    }
    return this.#bind(definition, name);
  }

  #bind(definition: Definition, name: string): Definition {
    // Readers are not versioned with their pack.
    const version = definition.instance === undefined ? (definition.version ?? this.#pack.version) : undefined;
    const visibility = Visibility.combine(this.#visibility, definition.visibility);
    const asTool = definition.asTool ?? this.#promptsAsTools;
    return definition.with({ name, version, visibility, asTool, ...this.#contributionTo(definition) });
  }

  /** Returns the properties that the pack changes in a definition. */
  #contributionTo(
    definition: Definition,
  ): Pick<Definition, 'owner' | 'tags' | 'interceptors' | 'resolver' | 'requires'> {
    return {
      tags: joinTags(this.#pack.options.tags, definition.tags),
      owner: joinPlace(this.#pack.name, definition.owner),
      interceptors: [...this.#interceptors, ...definition.interceptors.map((each) => this.#bindOuter(each))],
      resolver: definition.resolver ?? this.#options.resolver,
      requires: [...this.#requires, ...definition.requires.map((each) => this.#bindOuter(each))],
    };
  }

  /**
   * Adds this pack to the owner of an interceptor or requirement that the pack contains. An interceptor or requirement
   * without a resolver gets the mount's resolver.
   */
  #bindOuter<Binding extends BoundInterceptor | Requirement>(binding: Binding): Binding {
    const owner = joinPlace(this.#pack.name, binding.owner);
    return { ...binding, owner, resolver: binding.resolver ?? this.#options.resolver };
  }

  #fault(defect: Defect): void {
    this.#findings.push({ faults: [{ ...locate(this.#pack.name), ...defect }] });
  }
}

const VERSION_MISSING: Defect = {
  id: 'version-missing',
  problem: 'has no version',
  remedy: 'Set a version, such as 1.2.0',
};

function invalidName(problem: string, { hasPaths = false }: { readonly hasPaths?: boolean }): Defect {
  const characters = hasPaths ? '"_", "-", "." and "/"' : '"_", "-" and "."';
  const remedy = `Use letters, digits, ${characters} in prefixes and names, at most 128 characters together`;
  return { id: 'name-invalid', problem, remedy };
}

/** The names in a pack that mount options can refer to. */
class PackNames {
  readonly all: ReadonlySet<string>;
  /** The kinds of the definitions in words, such as `prompt or tool`. */
  readonly kind: string;
  readonly kinds: string;

  /** @param kinds the kinds to use if there are no definitions */
  constructor(definitions: readonly Definition[], kinds: readonly KindName[] = ['prompt']) {
    this.all = new Set(definitions.map(({ name }) => name));
    const names = definitions.length === 0 ? kinds : [...new Set(definitions.map(({ kind }) => kind.name))];
    this.kind = names.join(' or ');
    this.kinds = names.map((each) => `${each}s`).join(' or ');
  }
}

/** Returns a key for a definition. It contains the kind, because a prompt and a tool may have the same name. */
const definitionKey = ({ kind, name }: Definition) => `${kind.name} ${name}`;
