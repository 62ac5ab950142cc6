import { isPrompt, isResource, isTool, type RegistryEntry } from '@cuecard/core';
import type { InjectionToken, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { placesBeside } from './places.js';
import { type CuecardPlace, ENTRIES } from '../options/options.js';
import type { NestModule, Wrapper } from '../nest/containers.js';

/** What one module has for a server. */
export interface Discovered {
  readonly module: NestModule;
  /** The classes among its providers, each with its token. */
  readonly classes: ReadonlyMap<Type<object>, InjectionToken>;
  /** What it imports by `forFeature`. */
  readonly entries: readonly RegistryEntry[];
}

/** Finds what a server serves among the modules of an application. */
export function discover(modules: ModulesContainer, place: CuecardPlace): Discovered[] {
  const others = new Set(placesBeside(place, modules).flatMap(({ include = [] }) => include));
  const isServed = ({ metatype }: NestModule) => place.include?.includes(metatype) ?? !others.has(metatype);
  return [...modules.values()].filter(isServed).map((module) => ({
    module,
    classes: new Map([...module.providers.values()].flatMap((wrapper) => handlerIn(wrapper))),
    entries: [...module.imports].flatMap(entriesIn),
  }));
}

/** What a provider provides: the class that makes it, or that it stands in for. */
function handlerIn({ metatype, token, isAlias, instance, isNotMetatype }: Wrapper): [Type<object>, InjectionToken][] {
  const made: unknown = isNotMetatype && typeof instance === 'object' ? instance?.constructor : metatype;
  const types = isAlias ? [token] : [token, made];
  const found = types.find((each) => isHandler(each));
  return found === undefined ? [] : [[found as Type<object>, token]];
}

/** Whether a value is a class with `@Prompt`, `@Tool` or `@Resource`. */
export function isHandler(value: unknown): value is Type<object> {
  return typeof value === 'function' && (isPrompt(value) || isTool(value) || isResource(value));
}

function entriesIn({ providers }: NestModule): readonly RegistryEntry[] {
  return (providers.get(ENTRIES)?.instance as readonly RegistryEntry[] | undefined) ?? [];
}
