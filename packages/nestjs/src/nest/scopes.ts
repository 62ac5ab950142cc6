import type { ApplicationConfig, ContextId } from '@nestjs/core';
import { type ProviderLocation, moduleRefOf, type Wrapper } from './containers.js';
import { enhancersIn } from './missing-enhancers.js';

/**
 * Whether a provider and its dependencies are singletons. A value always counts as a singleton, regardless of its
 * enhancers.
 */
export function isStatic(wrapper: Wrapper): boolean {
  return wrapper.metatype === null || (wrapper.isDependencyTreeStatic() && !wrapper.isTransient);
}

/** Whether a provider and its enhancers are singletons. */
export function isStaticWithEnhancers(wrapper: Wrapper): boolean {
  return isStatic(wrapper) && enhancersIn(wrapper).every((each) => each.isDependencyTreeStatic());
}

/** Constructs the transient enhancers of a singleton provider, or returns `undefined` if it has none. */
export function loadTransientEnhancers(inquirer: Wrapper): Promise<unknown> | undefined {
  const transient = enhancersIn(inquirer).filter((each) => each.isTransient);
  return transient.length === 0 ? undefined : loadEnhancers(transient, undefined, inquirer);
}

/** Constructs a provider and its enhancers in one context, and returns the instance. */
export async function loadInContext({ wrapper, module }: ProviderLocation, contextId: ContextId): Promise<object> {
  const { injector } = moduleRefOf(module);
  const host = (wrapper.instance ?? {}) as object;
  const instance = await injector.loadPerContext(host, module, module.providers, contextId, wrapper);
  if (instance === undefined || instance === null) throw new Error(`${wrapper.name} could not be constructed`);
  return instance;
}

/** Returns the request-scoped global enhancers, such as a request-scoped `APP_GUARD`. */
export function scopedEnhancers(config: ApplicationConfig): readonly Wrapper[] {
  const all = [
    config.getGlobalRequestGuards(),
    config.getGlobalRequestInterceptors(),
    config.getGlobalRequestPipes(),
    config.getGlobalRequestFilters(),
  ];
  return all.every((each) => each.length === 0) ? NONE : all.flat();
}

const NONE: readonly Wrapper[] = [];

/** Constructs enhancers, either for one context or as singletons. Nest does this only for controllers. */
export async function loadEnhancers(all: readonly Wrapper[], contextId?: ContextId, inquirer?: Wrapper): Promise<void> {
  const loaded = all.map(async (wrapper) => {
    const { host } = wrapper;
    if (host !== undefined) await moduleRefOf(host).injector.loadInjectable(wrapper, host, contextId, inquirer);
  });
  await Promise.all(loaded);
}
