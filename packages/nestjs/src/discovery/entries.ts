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
import { enhancersOf } from '../nest/declared-enhancers.js';
import { type Discovered, isHandler } from './discovered.js';
import { type Binding, packedFor } from './packs.js';
import type { Host } from './host.js';

/** What one module contributes to a registry. */
export interface Contribution {
  readonly host: Host;
  readonly entries: readonly RegistryEntry[];
  /** The definitions that Nest constructs. */
  readonly definitions: readonly Definition[];
}

/** Binds what a module has to the module. Adds the faults of its classes. */
export function contribution(found: Discovered, binding: Binding, faults: DefinitionFault[]): Contribution {
  const listed = found.entries.filter((each): each is Type<object> & RegistryEntry => isHandler(each));
  const classes = [...new Set([...found.classes.keys(), ...listed])];
  const own = classes.flatMap((type) => bound(type, binding, faults));
  const others = found.entries.filter((each) => !isHandler(each)).map((each) => packedFor(each, binding));
  const packed = others.flatMap(definitionsIn);
  const isOurs = ({ resolver }: Definition) => resolver === binding.resolver;
  faults.push(...packed.filter((each) => !isOurs(each) && enhancersOf(each.type as Type).length > 0).map(unguarded));
  return { host: binding.host, entries: [...own, ...others], definitions: [...own, ...packed.filter(isOurs)] };
}

function bound(
  type: Type<object>,
  { resolver, visibilityOf, isGuarded }: Binding,
  faults: DefinitionFault[],
): Definition[] {
  try {
    const definition = defineClass(type, { resolver });
    return [isGuarded(type) ? defineClass(type, { resolver, visible: visibilityOf(definition) }) : definition];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    faults.push(...error.faults);
    return [];
  }
}

/** The definitions of an entry that a resolver constructs; faults are for the registry of all to find. */
function definitionsIn(entry: RegistryEntry): readonly Definition[] {
  const all = new Registry([entry], { onFault: 'isolate' });
  return [...all.list(), ...all.leftOut].filter((each) => each.instance === undefined);
}

function unguarded({ name, type }: Definition): DefinitionFault {
  const problem = `has guards or other enhancers, but "${name}" is not constructed by Nest, which runs them`;
  const remedy = 'Give forFeature the class itself, or a mount without a resolver';
  return { where: type.name, type: type.name, id: 'guards-bypassed', problem, remedy };
}

/** The classes that must be providers for a definition to work, beside its own. */
export function helpersOf({ validators, interceptors, resolver }: Definition): InjectableClass[] {
  const own = interceptors.filter((each) => (each.resolver ?? resolver) === resolver);
  return [...validators, ...own.flatMap(({ entry }) => (isInterceptorClass(entry) ? [entry] : []))];
}

/** Whether an interceptor is a class, which has to be constructed. */
export function isInterceptorClass(entry: unknown): entry is InjectableClass {
  if (typeof entry !== 'function') return false;
  return Object.getOwnPropertyDescriptor(entry, 'prototype')?.writable === false;
}

/** The entries of all modules, and the faults of classes that do not determine whose services they get. */
export function joined(contributions: readonly Contribution[]): {
  readonly entries: readonly RegistryEntry[];
  readonly faults: readonly DefinitionFault[];
} {
  const modules = new Map<unknown, string[]>();
  const entries = contributions.flatMap(({ host, entries: own }) =>
    own.filter((entry) => {
      const type = isDefinition(entry) ? entry.type : entry;
      const names = [...(modules.get(type) ?? []), host.module.name];
      if (isDefinition(entry)) modules.set(type, names);
      return !isDefinition(entry) || names.length === 1;
    }),
  );
  const faults = [...modules].flatMap(([type, names]) =>
    names.length > 1 ? [providedTwice(type as Type, names)] : [],
  );
  return { entries, faults };
}

function isDefinition(entry: RegistryEntry): entry is Definition {
  return 'type' in entry && 'specifics' in entry;
}

function providedTwice({ name }: Type, modules: readonly string[]): DefinitionFault {
  const problem = `is a provider of ${modules.join(' and of ')}`;
  const remedy = 'Provide it in one of them, and import that one in the others';
  return { where: name, type: name, id: 'provided-twice', problem, remedy };
}
