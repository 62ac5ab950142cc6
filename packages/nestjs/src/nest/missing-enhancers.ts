import type { Type } from '@nestjs/common';
import { type ProviderLocation, moduleRefOf, type NestModule, type Wrapper } from './containers.js';
import { enhancersOf } from './declared-enhancers.js';

// Nest registers the enhancers only of classes that it constructs. If a factory, a value or another class provides the
// instance, the enhancers of the class are missing, and Nest skips a guard that is not registered.

const added = new WeakMap<Wrapper, readonly Wrapper[]>();

/** Registers the enhancers of a class that its provider lacks, and returns them. */
export function addEnhancers(type: Type, { wrapper, module }: ProviderLocation): readonly Wrapper[] {
  const known = new Set(wrapper.getEnhancersMetadata());
  const declared = enhancersOf(type).flatMap(([enhancer, name]) =>
    typeof enhancer === 'function' ? [injectableFor(enhancer as Type, name, module)] : [],
  );
  const missing = [...new Set(declared)].filter((each) => !known.has(each));
  if (missing.length > 0) added.set(wrapper, missing);
  return missing;
}

/** Returns the enhancers of a provider: those that Nest registered and those that `addEnhancers` added. */
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

/** Copies the name and the metadata of a method to its replacement, so that Nest finds the enhancers. */
export function copyMethodMetadata<Replacement extends object>(method: unknown, replacement: Replacement): Replacement {
  if (typeof method !== 'function') return replacement;
  for (const key of Reflect.getMetadataKeys(method) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), replacement);
  return Object.defineProperty(replacement, 'name', { value: method.name });
}
