import {
  defineClass,
  type Definition,
  DefinitionError,
  type DefinitionFault,
  type InjectableClass,
  Registry,
  type RegistryEntry,
} from '@cuecard/core';
import type { Type } from '@nestjs/common';
import type { NestModule } from '../nest/containers.js';
import { parameterFault } from '../enhancers/parameters.js';
import { enhancersOf } from '../nest/declared-enhancers.js';
import { type ModuleContribution, isHandler } from './module-contribution.js';
import { type Binding, bindEntry, visibilityIn } from './packs.js';
import type { Host } from './host.js';

/** The contribution of one module to a registry, with definitions that Nest constructs. */
export interface BoundContribution {
  readonly host: Host;
  readonly entries: readonly RegistryEntry[];
  /** The definitions that Nest constructs. */
  readonly definitions: readonly Definition[];
}

/** Creates the definitions of a module's contribution. Adds the faults of its classes to `faults`. */
export function bindContribution(
  found: ModuleContribution,
  binding: Binding,
  faults: DefinitionFault[],
): BoundContribution {
  const listed = found.entries.filter((each): each is Type<object> & RegistryEntry => isHandler(each));
  const classes = [...new Set([...found.classes.keys(), ...listed])];
  const own = classes.flatMap((type) => bindClass(type, binding, faults));
  const others = found.entries.filter((each) => !isHandler(each)).map((each) => bindEntry(each, binding));
  const packDefinitions = others.flatMap(definitionsIn);
  const isOurs = ({ resolver }: Definition) => resolver === binding.resolver;
  faults.push(
    ...packDefinitions
      .filter((each) => !isOurs(each) && enhancersOf(each.type as Type).length > 0)
      .map(guardsBypassedFault),
  );
  const definitions = [...own, ...packDefinitions.filter(isOurs)];
  faults.push(...definitions.flatMap((each) => parameterFault(each) ?? []));
  return { host: binding.host, entries: [...own, ...others], definitions };
}

function bindClass(type: Type<object>, binding: Binding, faults: DefinitionFault[]): readonly Definition[] {
  const { resolver } = binding;
  try {
    return defineClass(type, (each) => ({ resolver, ...visibilityIn(each, binding) }));
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    faults.push(...error.faults);
    return [];
  }
}

/**
 * Returns the definitions in an entry that a resolver constructs. Faults are reported later, by the registry of all
 * entries.
 */
function definitionsIn(entry: RegistryEntry): readonly Definition[] {
  const all = new Registry([entry], { onFault: 'isolate' });
  return [...all.list(), ...all.excluded].filter((each) => each.instance === undefined);
}

function guardsBypassedFault({ name, type }: Definition): DefinitionFault {
  const problem = `has guards or other enhancers, but Nest does not run them, because Nest does not construct "${name}"`;
  const remedy = 'Pass the class itself to forFeature, or remove the resolver of the mount';
  return { where: type.name, type: type.name, id: 'guards-bypassed', problem, remedy };
}

/**
 * Returns the other classes that a definition needs as providers: its validators, and the interceptors that are
 * classes.
 */
export function helpersOf({ validators, interceptors, resolver }: Definition): InjectableClass[] {
  const own = interceptors.filter((each) => (each.resolver ?? resolver) === resolver);
  return [...validators, ...own.flatMap(({ entry }) => (isInterceptorClass(entry) ? [entry] : []))];
}

/** Whether an interceptor is a class, which Nest must construct. */
export function isInterceptorClass(entry: unknown): entry is InjectableClass {
  if (typeof entry !== 'function') return false;
  return Object.getOwnPropertyDescriptor(entry, 'prototype')?.writable === false;
}

/** Joins the entries of all modules. A class that several modules provide is a fault: its services are ambiguous. */
export function joinContributions(contributions: readonly BoundContribution[]): {
  readonly entries: readonly RegistryEntry[];
  readonly faults: readonly DefinitionFault[];
} {
  const modules = new Map<Type, Set<NestModule>>();
  const entries = contributions.flatMap(({ host: { module }, entries: own }) =>
    own.filter((entry) => {
      if (!isDefinition(entry)) return true;
      const providers = modules.get(entry.type as Type) ?? new Set();
      modules.set(entry.type as Type, providers.add(module));
      return providers.size === 1;
    }),
  );
  const ambiguous = [...modules].filter(([, providers]) => providers.size > 1);
  const faults = ambiguous.map(([type, providers]) => providedTwiceFault(type, providers));
  return { entries, faults };
}

function isDefinition(entry: RegistryEntry): entry is Definition {
  return 'type' in entry && 'specifics' in entry;
}

function providedTwiceFault({ name }: Type, modules: ReadonlySet<NestModule>): DefinitionFault {
  const names = Array.from(modules, (module) => module.name);
  const problem = `is a provider of several modules: ${names.join(', ')}`;
  const remedy = 'Provide it in one module, and import that module in the others';
  return { where: name, type: name, id: 'provided-twice', problem, remedy };
}
