import { type BoundInterceptor, type Definition, joinPlace } from '../definition/definition.js';
import { type Defect, type DefinitionFault, DefinitionError, faultLine } from '../definition-error.js';
import { isInterceptorClass } from '../engine/engine.js';
import type { InterceptorEntry } from '../api/calls.js';
import type { Logger } from '../logging/logger.js';
import { type RegistryEntry, ENTRIES, isReader, recordPositions, resourceEntries } from '../registry/pack.js';
import { Registry } from '../registry/registry.js';
import type { ConstructionFault, Resolver } from '../api/resolver.js';
import type { ResourceReader } from '../resource/resource-reader.js';
import type { RuntimeOptions } from './runtime-options.js';

type FaultsByDefinition = ReadonlyMap<Definition, readonly DefinitionFault[]>;

interface StartupOptions {
  readonly resolver: Resolver;
  readonly logger: Logger;
  readonly onFault: 'throw' | 'isolate';
  /** The runtime's own interceptors. */
  readonly interceptors: readonly InterceptorEntry[];
  readonly requireNames: boolean;
  /**
   * Finds clashes other than equal names: overlapping URIs and templates, and names that a host's rewriting makes
   * equal.
   */
  readonly clashesIn: (registry: Registry) => FaultsByDefinition;
}

/** Finds classes that cannot be constructed, and other faults that can be known at start-up. */
export class StartupCheck {
  readonly #options: StartupOptions;

  constructor(options: StartupOptions) {
    this.#options = options;
  }

  /**
   * Returns the runtime's first registry. If faults are isolated, the registry lacks the faulty definitions.
   * @throws {DefinitionError} with every fault. If faults are isolated, only with faults of the runtime's interceptors,
   * because these guard all definitions.
   */
  begin(entries: Iterable<RegistryEntry> | Registry): Registry {
    const { interceptors, onFault } = this.#options;
    const interceptorFaults = interceptors.flatMap((entry) =>
      this.#interceptorFaults({ entry, owner: '', resolver: undefined }),
    );
    const isRegistry = entries instanceof Registry;
    const registry = isRegistry ? entries : this.#compile(entries);
    if (onFault === 'isolate') throwIfAny(interceptorFaults);
    const faulty = this.#findFaulty(registry, registry.list());
    if (onFault !== 'isolate')
      throwIfAny([...interceptorFaults, ...(isRegistry ? [] : registry.faults), ...[...faulty.values()].flat()]);
    return this.#leaveOut(faulty, isRegistry || onFault === 'isolate' ? registry : registry.strict());
  }

  /**
   * Checks a new registry and returns it. If faults are isolated, the result lacks the faulty definitions.
   * @param before the registry that was served until now
   * @throws {DefinitionError} with the fault of every definition that cannot be constructed, unless faults are isolated
   */
  check(registry: Registry, before: Registry): Registry {
    const known = new Set(before.list());
    const added = registry.list().filter((each) => !known.has(each));
    return this.#leaveOut(this.#findFaulty(registry, added), registry, before);
  }

  #leaveOut(faulty: FaultsByDefinition, registry: Registry, before?: Registry): Registry {
    if (this.#options.onFault !== 'isolate') throwIfAny([...faulty.values()].flat());
    const valid = registry.excluding(faulty);
    const known = new Set(before?.faults.map(faultLine));
    for (const line of valid.faults.map(faultLine))
      if (!known.has(line)) this.#options.logger.warn(`Left out: ${line}`);
    return valid;
  }

  /** Compiles the entries. Also checks the dependencies of faulty definitions, so that one error lists everything. */
  #compile(entries: Iterable<RegistryEntry>): Registry {
    const registry = new Registry(entries, { onFault: 'isolate' });
    const dependencyFaults = registry.excluded.map((each) => [each, this.#faultsOf(each)] as const);
    return registry.excluding(new Map(dependencyFaults.filter(([, faults]) => faults.length > 0)));
  }

  /** Returns the faults of the given definitions, and of all definitions in the registry that clash. */
  #findFaulty(registry: Registry, definitions: readonly Definition[]): FaultsByDefinition {
    const faulty = definitions.map((each) => [each, this.#faultsOf(each)] as const);
    return new Map([...this.#options.clashesIn(registry), ...faulty.filter(([, faults]) => faults.length > 0)]);
  }

  #faultsOf(definition: Definition): DefinitionFault[] {
    const { instance, type, validators, owner, interceptors, requires } = definition;
    const resolver = definition.resolver ?? this.#options.resolver;
    const injected = instance === undefined ? [type, ...validators] : [];
    const constructed = injected.flatMap((each) => constructionFaults(owner, each.name, resolver.check?.(each)));
    const required = requires.flatMap((each) =>
      requirementFaults(each.owner, (each.resolver ?? this.#options.resolver).provides?.(each.token)),
    );
    const named = this.#options.requireNames ? impliedNameFault(definition) : [];
    return [...named, ...constructed, ...required, ...interceptors.flatMap((each) => this.#interceptorFaults(each))];
  }

  #interceptorFaults({ entry, owner, resolver = this.#options.resolver }: BoundInterceptor): DefinitionFault[] {
    if (typeof entry !== 'function')
      return [{ where: joinPlace(owner, String(entry)), type: String(entry), ...INVALID_INTERCEPTOR }];
    return isInterceptorClass(entry) ? constructionFaults(owner, entry.name, resolver.check?.(entry)) : [];
  }
}

const INVALID_INTERCEPTOR: Defect = {
  id: 'interceptor-invalid',
  problem: 'is listed as an interceptor, but is neither a function nor a class',
  remedy: 'List a function (call, next), or a class with a method intercept',
};

function constructionFaults(owner: string, type: string, fault: ConstructionFault | undefined): DefinitionFault[] {
  return fault === undefined ? [] : [{ where: joinPlace(owner, type), type, id: 'class-not-constructible', ...fault }];
}

function requirementFaults(owner: string, fault: ConstructionFault | undefined): DefinitionFault[] {
  return fault === undefined ? [] : [{ where: owner, type: owner, id: 'service-missing', ...fault }];
}

function throwIfAny(faults: readonly DefinitionFault[]): void {
  if (faults.length > 0) throw new DefinitionError(faults);
}

/** The readers and the other entries of the option `resources`. */
interface ResourceEntries {
  readonly readers: readonly ResourceReader[];
  readonly entries: readonly RegistryEntry[] | undefined;
}

export function splitResources(resources: ResourceReader | Iterable<RegistryEntry> | undefined): ResourceEntries {
  if (resources === undefined) return { readers: [], entries: undefined };
  const all = resourceEntries(resources);
  return { readers: all.filter(isReader), entries: all.filter((each) => !isReader(each)) };
}

type Entries = Iterable<RegistryEntry> | Registry;

/**
 * Returns the entries for a new registry, or the registry that was passed as `prompts`.
 * @throws {TypeError} for a registry together with tools, which would be lost when the registry is replaced
 */
export function registryEntries(
  { prompts, tools }: Pick<RuntimeOptions, 'prompts' | 'tools'>,
  resources: readonly RegistryEntry[] | undefined,
): Entries {
  if (tools !== undefined && prompts instanceof Registry)
    throw new TypeError('Runtime has both a registry and `tools`: list the tools in the registry');
  const others = tools === undefined ? resources : [...recordPositions('tools', tools), ...(resources ?? [])];
  return prompts === undefined ? (others as Entries) : joinEntries(prompts, others ?? []); // `Registry` rejects missing entries.
}

function joinEntries(prompts: Entries, others: readonly RegistryEntry[]): Entries {
  if (prompts instanceof Registry) return others.length === 0 ? prompts : prompts.with(...others);
  return ENTRIES.is(prompts) ? [...recordPositions('prompts', prompts), ...others] : prompts;
}

/** Returns the fault of a definition whose name derives from its class although names are required. */
function impliedNameFault({ unnamedBy, name, owner, place, type }: Definition): DefinitionFault[] {
  if (unnamedBy === undefined) return [];
  const problem = `has the name "${name}" only from its class`;
  const remedy = `Give @${unnamedBy}() a name: requireNames is set, because bundlers may rename classes`;
  return [{ where: joinPlace(owner, place), type: type.name, id: 'name-implied', problem, remedy }];
}
