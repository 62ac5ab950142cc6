import type { InjectionToken, Provider, Type } from '@nestjs/common';
import { type ContextId, ModuleRef, type ModulesContainer } from '@nestjs/core';
import { enhancersOf } from './declared-enhancers.js';

// Nest resolves only providers that its scan has found. Its public API supports neither the handlers of packs nor
// enhancers that belong to one call. Only this folder and `../enhancers` use Nest's internals for these.

/** A module as Nest has it at run time. */
export type NestModule = ModulesContainer extends Map<string, infer Module> ? Module : never;

/** A provider as Nest has it at run time. */
export type Wrapper = NestModule['providers'] extends Map<InjectionToken, infer Each> ? Each : never;

interface Injector {
  loadPrototype(wrapper: Wrapper, providers: NestModule['providers']): void;
  loadProvider(wrapper: Wrapper, module: NestModule): Promise<void>;
  loadInjectable(wrapper: Wrapper, module: NestModule, contextId?: ContextId, inquirer?: Wrapper): Promise<void>;
  loadPerContext(
    instance: object,
    module: NestModule,
    providers: NestModule['providers'],
    contextId: ContextId,
    wrapper: Wrapper,
  ): Promise<object | undefined>;
}

interface ModuleRefInternals {
  readonly injector: Injector;
  registerRequestByContextId(request: unknown, contextId: ContextId): void;
}

/** Returns the `ModuleRef` of a module, with the internals that this package uses. */
export function moduleRefOf(module: NestModule): ModuleRefInternals {
  return module.providers.get(ModuleRef)?.instance as unknown as ModuleRefInternals;
}

/** Adds a class and its enhancers to the providers of a module that Nest has already scanned. */
export function addProvider(type: Type, module: NestModule, provider: Provider = type): void {
  if (module.providers.has(type)) return;
  module.addProvider(provider);
  moduleRefOf(module).injector.loadPrototype(wrapperIn(module, type), module.providers);
  for (const [enhancer, name] of enhancersOf(type)) {
    if (typeof enhancer === 'function') module.addInjectable(enhancer as Type, name, type);
  }
}

/** Constructs a provider that `addProvider` has added, unless it is request-scoped. */
export async function loadProvider(type: Type, module: NestModule): Promise<void> {
  const { injector } = moduleRefOf(module);
  const wrapper = wrapperIn(module, type);
  await injector.loadProvider(wrapper, module);
  const enhancers = wrapper.getEnhancersMetadata() ?? [];
  await Promise.all(enhancers.map((each) => injector.loadInjectable(each, each.host ?? module)));
}

function wrapperIn(module: NestModule, token: InjectionToken): Wrapper {
  return module.providers.get(token) as Wrapper;
}

/** Follows aliases, which `useExisting` creates, to the actual provider. */
export function targetOf(wrapper: Wrapper, module: NestModule, all: ModulesContainer): ProviderLocation {
  const [token] = wrapper.isAlias ? (wrapper.inject ?? []) : [];
  const found = typeof token === 'object' ? undefined : token && locate(token, module, all);
  return found ? targetOf(found.wrapper, found.module, all) : { wrapper, module };
}

/** A provider and the module that it belongs to. */
export interface ProviderLocation {
  readonly wrapper: Wrapper;
  readonly module: NestModule;
}

/** Returns the provider of a token in this module, otherwise in any module. */
export function locate(token: InjectionToken, module: NestModule, all: ModulesContainer): ProviderLocation | undefined {
  for (const each of [module, ...all.values()]) {
    const wrapper = each.providers.get(token);
    if (wrapper !== undefined) return { wrapper, module: each };
  }
  return undefined;
}

/** Whether providers of a module can inject a token. */
export function provides(module: NestModule, token: InjectionToken): boolean {
  return module.providers.has(token) || [...module.imports].some((each) => isExported(token, each, new Set()));
}

function isExported(token: InjectionToken, module: NestModule, seen: Set<NestModule>): boolean {
  if (seen.has(module)) return false;
  seen.add(module);
  if (module.exports.has(token)) return module.providers.has(token) || isReexported(token, module, seen);
  return isReexported(token, module, seen);
}

/** Whether a module re-exports an imported module that exports the token. */
function isReexported(token: InjectionToken, module: NestModule, seen: Set<NestModule>): boolean {
  const passed = [...module.imports].filter(({ metatype }) => module.exports.has(metatype));
  return passed.some((each) => isExported(token, each, seen));
}
