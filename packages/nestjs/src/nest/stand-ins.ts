import type { Type } from '@nestjs/common';
import { type Located, moduleRefOf, type NestModule, type Wrapper } from './containers.js';
import { enhancersOf } from './declared-enhancers.js';

// Nest registers the enhancers of classes that it constructs. What a factory, a value or another class provides in place
// of a class is without those that the class declares; and Nest skips a guard that is not registered.

const added = new WeakMap<Wrapper, readonly Wrapper[]>();

/** Registers the enhancers that a class declares, where what stands in for the class lacks them. Returns these. */
export function addEnhancers(type: Type, { wrapper, module }: Located): readonly Wrapper[] {
  const known = new Set(wrapper.getEnhancersMetadata());
  const declared = enhancersOf(type).flatMap(([enhancer, name]) =>
    typeof enhancer === 'function' ? [injectableFor(enhancer as Type, name, module)] : [],
  );
  const missing = [...new Set(declared)].filter((each) => !known.has(each));
  if (missing.length > 0) added.set(wrapper, missing);
  return missing;
}

/** The enhancers of a provider: those that Nest has registered, and those that were added. */
export function enhancersIn(wrapper: Wrapper): readonly Wrapper[] {
  return [...(wrapper.getEnhancersMetadata() ?? []), ...(added.get(wrapper) ?? [])];
}

function injectableFor(type: Type, name: Parameters<NestModule['addInjectable']>[1], module: NestModule): Wrapper {
  const known = module.injectables.get(type);
  if (known !== undefined) return known;
  const wrapper = module.addInjectable(type, name) as Wrapper;
  moduleRefOf(module).injector.loadPrototype(wrapper, module.injectables);
  return wrapper;
}

/** Gives a function that replaces a method its name and its metadata, by which Nest finds its enhancers. */
export function replacing<Replacement extends object>(method: unknown, replacement: Replacement): Replacement {
  if (typeof method !== 'function') return replacement;
  for (const key of Reflect.getMetadataKeys(method) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), replacement);
  return Object.defineProperty(replacement, 'name', { value: method.name });
}
