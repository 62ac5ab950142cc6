import type { RegistryEntry } from '@cuecard/core';
import type { Provider, Type } from '@nestjs/common';
import type { NestModule, Wrapper } from '../nest/containers.js';
import { ENTRIES } from '../options/options.js';
import { handlersIn } from './packs.js';

// `overrideProvider` in a test replaces only providers that Nest has found in `@Module()`. A class of `forFeature`
// becomes a provider later. So the module of `forFeature` provides `null` for it, which the override replaces.

/** Returns placeholders for the classes of entries. */
export function placeholdersFor(entries: readonly RegistryEntry[]): Provider[] {
  return handlersIn(entries).map((provide) => ({ provide, useValue: null }));
}

/** Removes the placeholder of a class that a module imports, and returns the provider that has overridden it. */
export function takeOverride(type: Type, { imports }: NestModule): Provider | undefined {
  const features = [...imports].filter(({ providers }) => providers.has(ENTRIES));
  const found = features.flatMap(({ providers }) => {
    const wrapper = providers.get(type);
    providers.delete(type);
    return wrapper === undefined ? [] : (providerOf(type, wrapper) ?? []);
  });
  return found[0];
}

function providerOf(provide: Type, { metatype, inject, instance }: Wrapper): Provider | undefined {
  if (metatype === null) return instance === null ? undefined : { provide, useValue: instance as unknown };
  if (inject === null) return { provide, useClass: metatype as Type };
  return { provide, useFactory: metatype as () => unknown, inject: inject ?? [] };
}
