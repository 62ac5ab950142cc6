import type { RegistryEntry } from '@cuecard/core';
import type { Provider, Type } from '@nestjs/common';
import type { NestModule, Wrapper } from '../nest/containers.js';
import { ENTRIES } from '../options/options.js';
import { handlersIn } from './packs.js';

// `overrideProvider` in a test replaces only providers that Nest has found in `@Module()`. A class passed to
// `forFeature` becomes a provider later, so the module that `forFeature` returns provides `null` for the class. The
// override replaces this placeholder.

/** Returns placeholder providers for the classes in the entries. */
export function placeholdersFor(entries: readonly RegistryEntry[]): Provider[] {
  return handlersIn(entries).map((provide) => ({ provide, useValue: null }));
}

/** Removes a class's placeholder from the modules that a module imports, and returns the provider that overrode it. */
export function takeOverride(type: Type, { imports }: NestModule): Provider | undefined {
  const features = [...imports].filter(({ providers }) => providers.has(ENTRIES));
  const found = features.flatMap(({ providers }) => {
    const wrapper = providers.get(type);
    providers.delete(type);
    return wrapper === undefined ? [] : (createProvider(type, wrapper) ?? []);
  });
  return found[0];
}

function createProvider(provide: Type, { metatype, inject, instance }: Wrapper): Provider | undefined {
  if (metatype === null) return instance === null ? undefined : { provide, useValue: instance as unknown };
  if (inject === null) return { provide, useClass: metatype as Type };
  return { provide, useFactory: metatype as () => unknown, inject: inject ?? [] };
}
