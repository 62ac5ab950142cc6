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
import { enhancersIn, replacing } from '../nest/stand-ins.js';
import type { CallScopes } from '../call/call-scopes.js';

/** Gets handlers, interceptors and validators from Nest, for one call or for all. */
export class Handlers {
  readonly #config: ApplicationConfig;
  readonly #scopes: CallScopes;

  constructor(config: ApplicationConfig, scopes: CallScopes) {
    this.#config = config;
    this.#scopes = scopes;
  }

  /** Whether a class and everything around it is made once. */
  isStatic(type: InjectableClass, host: Host): boolean {
    const located = host.locate(type);
    return (
      scopedEnhancers(this.#config).length === 0 && (located === undefined || isStaticWithEnhancers(located.wrapper))
    );
  }

  /** An instance of a class for a call. */
  resolve<T>(type: InjectableClass<T>, host: Host, context: RequestContext): Awaitable<T> {
    const located = host.locate(type);
    if (located === undefined) return new type();
    const { wrapper } = located;
    if (isStatic(wrapper)) return wrapper.instance as T;
    return loadInContext(located, this.#scopes.idOf(context, wrapper)) as Promise<T>;
  }

  /** A method of a handler that lives as long as the application. */
  ofAll(type: Type<object>, host: Host, method: string): Awaitable<EnhancedMethod> {
    const located = host.locate(type);
    if (located === undefined) return { instance: new type(), method, moduleKey: host.module.token };
    const { wrapper, module } = located;
    const instance = asInstance(type, wrapper.instance as object, method);
    const found = { instance, method, moduleKey: module.token, inquirerId: wrapper.id };
    return loadTransientEnhancers(wrapper)?.then(() => found) ?? found;
  }

  /** A method of a handler for one call, with everything around it that belongs to the call. */
  async ofCall(type: Type<object>, host: Host, method: string, context: RequestContext): Promise<EnhancedMethod> {
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

  /** A call that no handler answers: only global enhancers decide on it. */
  async ofNobody(context: RequestContext): Promise<EnhancedMethod> {
    const method = { instance: new CuecardRequest(), method: 'answer', moduleKey: '' };
    const scoped = scopedEnhancers(this.#config);
    if (scoped.length === 0) return method;
    const contextId = this.#scopes.idOf(context);
    await loadEnhancers(scoped, contextId);
    return { ...method, contextId };
  }

  /** How many enhancers the application has for everything. Its `main.ts` may add some after the first call. */
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

  /** Whether the application has guards for everything. */
  get hasGlobalGuards(): boolean {
    return this.#config.getGlobalGuards().length > 0 || this.#config.getGlobalRequestGuards().length > 0;
  }
}

/** The class that guards see of lists, and of calls of what does not exist. */
class CuecardRequest {
  answer(): void {}
}

/** Nest finds enhancers by the class of an instance; what a factory makes, or a test puts there, may be of another. */
function asInstance(type: Type<object>, made: object, method: string): object {
  if (made instanceof type) return made;
  const called = (...args: unknown[]): unknown => {
    const member = (made as Readonly<Record<string, (...given: unknown[]) => unknown>>)[method];
    return member?.apply(made, args);
  };
  const value = replacing(Reflect.get(type.prototype as object, method), called);
  return Object.create(type.prototype as object, { [method]: { value } }) as object;
}

/** The methods that answer calls, of handlers and of the protocol, by kind. */
export const ANSWERING = {
  prompt: { handler: 'render', protocol: 'prompts/get' },
  tool: { handler: 'call', protocol: 'tools/call' },
  resource: { handler: 'read', protocol: 'resources/read' },
} as const;

/** The methods of the protocol whose calls Nest runs its enhancers around. */
export const INVOKED: ReadonlySet<string> = new Set(Object.values(ANSWERING).map(({ protocol }) => protocol));

/** The kinds that lists are made of: a client may get prompts as tools. */
export const LISTED: Readonly<Record<string, readonly KindName[]>> = {
  'prompts/list': ['prompt'],
  'tools/list': ['tool', 'prompt'],
  'resources/list': ['resource'],
  'resources/templates/list': ['resource'],
};
