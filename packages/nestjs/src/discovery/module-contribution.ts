import { isRegistryEntry, type RegistryEntry } from '@cuecard/core';
import type { InjectionToken, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { otherServers } from './servers.js';
import { type CuecardEndpointOptions, ENTRIES } from '../options/options.js';
import type { NestModule, Wrapper } from '../nest/containers.js';

/** The handlers and entries that one module contributes to a server. */
export interface ModuleContribution {
  readonly module: NestModule;
  /** The handler classes among the module's providers, with their tokens. */
  readonly classes: ReadonlyMap<Type<object>, InjectionToken>;
  /** The entries that the module imports with `forFeature`. */
  readonly entries: readonly RegistryEntry[];
}

/** Finds the contributions of all modules that a server includes. */
export function discover(modules: ModulesContainer, place: CuecardEndpointOptions): ModuleContribution[] {
  const includedElsewhere = new Set(otherServers(place, modules).flatMap(({ include = [] }) => include));
  const isServed = ({ metatype }: NestModule) => place.include?.includes(metatype) ?? !includedElsewhere.has(metatype);
  const isFeature = ({ providers }: NestModule) => providers.has(ENTRIES);
  const served = [...modules.values()].filter((module) => isServed(module) && !isFeature(module));
  return served.map((module) => ({
    module,
    classes: new Map([...module.providers.values()].flatMap((wrapper) => findHandlerClass(wrapper))),
    entries: [...module.imports].flatMap(entriesIn),
  }));
}

/** Returns the handler class that a provider constructs, or that serves as the provider's token. */
function findHandlerClass({
  metatype,
  token,
  isAlias,
  instance,
  isNotMetatype,
}: Wrapper): [Type<object>, InjectionToken][] {
  const instanceType: unknown = isNotMetatype && typeof instance === 'object' ? instance?.constructor : metatype;
  const types = isAlias ? [token] : [token, instanceType];
  const found = types.find((each) => isHandler(each));
  return found === undefined ? [] : [[found as Type<object>, token]];
}

/** Returns the names of a module's controllers that have handlers, which are found among providers only. */
export function handlingControllers({ controllers }: NestModule): string[] {
  return [...controllers.values()].flatMap(({ metatype }) => (isHandler(metatype) ? [metatype.name] : []));
}

/** Whether a value is a class with `@Prompt`, `@Tool` or `@Resource` on itself or on its methods. */
export function isHandler(value: unknown): value is Type<object> {
  return typeof value === 'function' && isRegistryEntry(value);
}

function entriesIn({ providers }: NestModule): readonly RegistryEntry[] {
  return (providers.get(ENTRIES)?.instance as readonly RegistryEntry[] | undefined) ?? [];
}
