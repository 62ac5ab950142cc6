import type {
  Awaitable,
  ConstructionFault,
  Definition,
  DefinitionInfo,
  InjectableClass,
  Invocation,
  RequestContext,
  Resolver,
  ServiceToken,
} from '@cuecard/core';
import type { Type } from '@nestjs/common';
import type { Host } from '../discovery/host.js';
import { provides } from '../nest/containers.js';
import { isPlain } from '../nest/declared-enhancers.js';
import type { EnhancedHandler, EnhancedMethod, Enhancers } from '../enhancers/enhancers.js';
import { describeParameters } from '../enhancers/parameters.js';
import { type Handlers, PROTOCOL_METHODS } from './handlers.js';
import { NestCall } from '../call/nest-call.js';

/** The state that the resolvers of all modules share. */
export interface Execution {
  readonly handlers: Handlers;
  readonly enhancers: Enhancers;
  /** The definitions of calls that guards have already accepted, before Cuecard interceptors run. */
  readonly admitted: WeakMap<RequestContext, DefinitionInfo>;
}

/** Creates the resolver of one module, which constructs classes and runs Nest's enhancers around their methods. */
export function createResolver(host: Host, execution: Execution): Resolver {
  const { handlers } = execution;
  const methods = new EnhancedMethods(host, execution);

  const resolve = <T>(type: InjectableClass<T>, context: RequestContext) => handlers.resolve(type, host, context);
  return Object.assign(resolve, {
    check: (type: InjectableClass) => missingProviderFault(type as Type, host),
    provides: (token: ServiceToken) => missingServiceFault(token, host),
    invoke: (invocation: Invocation, context: RequestContext) => methods.invoke(invocation, context),
  });
}

function missingServiceFault(token: ServiceToken, { module }: Host): ConstructionFault | undefined {
  if (provides(module, token)) return undefined;
  const { name } = module;
  const problem = `needs ${token.name}, which ${name} neither provides nor imports`;
  return { problem, remedy: `Add it to the providers of ${name}, or import a module that exports it` };
}

/**
 * Returns a fault if no module provides a class. At startup Nest itself reports missing dependencies; this check covers
 * classes that are added to the runtime later.
 */
function missingProviderFault(type: Type, host: Host): ConstructionFault | undefined {
  if (isPlain(type) || host.locate(type) !== undefined) return undefined;
  const remedy = 'Add it to the providers of a module, so that Nest constructs it and runs its guards';
  return { problem: `is not a provider of ${host.module.name} or of any other module`, remedy };
}

/** The methods of a module's handlers. */
class EnhancedMethods {
  readonly #host: Host;
  readonly #execution: Execution;
  /**
   * The enhanced methods of singleton handlers: once with their guards, and once without, for callers that guards have
   * already admitted.
   */
  #caches = createCaches();
  /** The number of global enhancers when the methods were cached. */
  #globalCount = 0;

  constructor(host: Host, execution: Execution) {
    this.#host = host;
    this.#execution = execution;
  }

  invoke(invocation: Invocation, context: RequestContext): Awaitable<unknown> {
    const definition = invocation.definition as Definition;
    if (invocation.method !== definition.method.name) return invokePlain(invocation);
    const method = PROTOCOL_METHODS[definition.kind.name];
    const call = new NestCall({ method, context, definition }, () => argumentsOf(invocation));
    const enhanced = this.#enhance(definition, context);
    if (typeof enhanced === 'function') return enhanced(...call.args);
    return enhanced.then((run) => run(...call.args));
  }

  #enhance(definition: Definition, context: RequestContext): Awaitable<EnhancedHandler> {
    const { handlers, enhancers } = this.#execution;
    const type = definition.type as Type<object>;
    const { name: method } = definition.method;
    const cacheName = this.#execution.admitted.get(context) === definition ? 'admitted' : 'guarded';
    const known = this.#currentCache(cacheName).get(definition);
    if (known !== undefined) return known;
    describeParameters(definition);
    const enhance = (found: EnhancedMethod) => enhancers.around(found, cacheName === 'guarded');
    if (!handlers.isStatic(type, this.#host))
      return handlers.scopedMethod(type, this.#host, method, context).then(enhance);
    const keep = (found: EnhancedMethod) => {
      const enhanced = enhance(found);
      this.#currentCache(cacheName).set(definition, enhanced);
      return enhanced;
    };
    const found = handlers.singletonMethod(type, this.#host, method);
    return found instanceof Promise ? found.then(keep) : keep(found);
  }

  #currentCache(name: 'guarded' | 'admitted'): WeakMap<Definition, EnhancedHandler> {
    const { globalCount } = this.#execution.handlers;
    if (globalCount !== this.#globalCount) this.#caches = createCaches();
    this.#globalCount = globalCount;
    return this.#caches[name];
  }
}

function createCaches() {
  return { guarded: new WeakMap<Definition, EnhancedHandler>(), admitted: new WeakMap<Definition, EnhancedHandler>() };
}

/** Completes arguments or lists resources. Guards have run before, and other enhancers do not apply. */
async function invokePlain(invocation: Invocation): Promise<unknown> {
  const [params, handler] = await Promise.all([invocation.bind(), invocation.construct()]);
  const method = (handler as Readonly<Record<string | symbol, (...args: unknown[]) => unknown>>)[invocation.method];
  return method?.apply(handler, [...params]);
}

async function argumentsOf(invocation: Invocation): Promise<unknown> {
  const [args] = await invocation.bind();
  return args;
}
