import type { Awaitable, InjectableClass, RequestContext, KindName } from '@cuecard/core';
import type { Type } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import type { Host } from '../discovery/host.js';
import type { EnhancedMethod } from '../enhancers/enhancers.js';
import {
  isStatic,
  isStaticWithEnhancers,
  loadEnhancers,
  loadInContext,
  loadTransientEnhancers,
  scopedEnhancers,
} from '../nest/scopes.js';
import { enhancersIn, copyMethodMetadata } from '../nest/missing-enhancers.js';
import type { CallScopes } from '../call/call-scopes.js';

/** Gets handlers, interceptors and validators from Nest, for one call or for all calls. */
export class Handlers {
  readonly #config: ApplicationConfig;
  readonly #scopes: CallScopes;

  constructor(config: ApplicationConfig, scopes: CallScopes) {
    this.#config = config;
    this.#scopes = scopes;
  }

  /** Whether a class, its enhancers and all global enhancers are singletons. */
  isStatic(type: InjectableClass, host: Host): boolean {
    const located = host.locate(type);
    return (
      scopedEnhancers(this.#config).length === 0 && (located === undefined || isStaticWithEnhancers(located.wrapper))
    );
  }

  /** Returns an instance of a class for a call. */
  resolve<T>(type: InjectableClass<T>, host: Host, context: RequestContext): Awaitable<T> {
    const located = host.locate(type);
    if (located === undefined) return new type();
    const { wrapper } = located;
    if (isStatic(wrapper)) return wrapper.instance as T;
    return loadInContext(located, this.#scopes.idOf(context, wrapper)) as Promise<T>;
  }

  /** Returns a method of a singleton handler. */
  singletonMethod(type: Type<object>, host: Host, method: string): Awaitable<EnhancedMethod> {
    const located = host.locate(type);
    if (located === undefined) return { instance: new type(), method, moduleKey: host.module.token };
    const { wrapper, module } = located;
    const instance = asInstance(type, wrapper.instance as object, method);
    const found = { instance, method, moduleKey: module.token, inquirerId: wrapper.id };
    return loadTransientEnhancers(wrapper)?.then(() => found) ?? found;
  }

  /** Returns a method of a handler for one call, with the enhancers that belong to the call. */
  async scopedMethod(type: Type<object>, host: Host, method: string, context: RequestContext): Promise<EnhancedMethod> {
    const located = host.locate(type);
    const scoped = scopedEnhancers(this.#config);
    if (located === undefined) {
      const contextId = this.#scopes.idOf(context);
      await loadEnhancers(scoped, contextId);
      return { instance: new type(), method, moduleKey: host.module.token, contextId };
    }
    const { wrapper, module } = located;
    const contextId = this.#scopes.idOf(context, wrapper);
    const [instance] = await Promise.all([
      isStatic(wrapper) ? (wrapper.instance as object) : loadInContext(located, contextId),
      loadEnhancers([...scoped, ...enhancersIn(wrapper)], contextId, wrapper),
    ]);
    const { id: inquirerId } = wrapper;
    return { instance: asInstance(type, instance, method), method, moduleKey: module.token, contextId, inquirerId };
  }

  /** Returns a method for a request that calls no handler. Only global enhancers apply to it. */
  async unhandledMethod(context: RequestContext): Promise<EnhancedMethod> {
    const method = { instance: new CuecardRequest(), method: 'answer', moduleKey: '' };
    const scoped = scopedEnhancers(this.#config);
    if (scoped.length === 0) return method;
    const contextId = this.#scopes.idOf(context);
    await loadEnhancers(scoped, contextId);
    return { ...method, contextId };
  }

  /** The number of global enhancers. `main.ts` may add some after the first call. */
  get globalCount(): number {
    const config = this.#config;
    const all = [
      config.getGlobalGuards(),
      config.getGlobalInterceptors(),
      config.getGlobalPipes(),
      config.getGlobalFilters(),
    ];
    return all.reduce((count, { length }) => count + length, 0);
  }

  /** Whether the application has global guards. */
  get hasGlobalGuards(): boolean {
    return this.#config.getGlobalGuards().length > 0 || this.#config.getGlobalRequestGuards().length > 0;
  }
}

/** The class passed to guards for list requests and unknown names. */
class CuecardRequest {
  answer(): void {}
}

/**
 * Nest finds enhancers by the class of an instance, but a factory or a test may provide an instance of another class.
 */
function asInstance(type: Type<object>, provided: object, method: string): object {
  if (provided instanceof type) return provided;
  const forward = (...args: unknown[]): unknown => {
    const member = (provided as Readonly<Record<string, (...values: unknown[]) => unknown>>)[method];
    return member?.apply(provided, args);
  };
  const value = copyMethodMetadata(Reflect.get(type.prototype as object, method), forward);
  return Object.create(type.prototype as object, { [method]: { value } }) as object;
}

/** The protocol method that calls a handler of a kind. */
export const PROTOCOL_METHODS = { prompt: 'prompts/get', tool: 'tools/call', resource: 'resources/read' } as const;

/** The protocol methods whose calls run all enhancers of Nest. */
export const ENHANCED_METHODS: ReadonlySet<string> = new Set(Object.values(PROTOCOL_METHODS));

/** The kinds in each list. A client may receive prompts as tools. */
export const LISTED_KINDS: Readonly<Record<string, readonly KindName[]>> = {
  'prompts/list': ['prompt'],
  'tools/list': ['tool', 'prompt'],
  'resources/list': ['resource'],
  'resources/templates/list': ['resource'],
};
