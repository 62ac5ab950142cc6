import type {
  Awaitable,
  ConstructionFault,
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
import type { Enhanced, EnhancedMethod, Enhancers } from '../enhancers/enhancers.js';
import { describeParameters } from '../enhancers/parameters.js';
import { type Handlers, ANSWERING } from './handlers.js';
import { NestCall } from '../call/nest-call.js';

/** What Nest does with the handlers of all modules. */
export interface Execution {
  readonly handlers: Handlers;
  readonly enhancers: Enhancers;
  /** The calls that guards have let in before Cuecard's interceptors, and to which definition. */
  readonly admitted: WeakMap<RequestContext, DefinitionInfo>;
}

/** Constructs the classes of one module, and runs Nest's enhancers around their answers. */
export function resolverOf(host: Host, execution: Execution): Resolver {
  const { handlers } = execution;
  const methods = new EnhancedMethods(host, execution);

  const resolve = <T>(type: InjectableClass<T>, context: RequestContext) => handlers.resolve(type, host, context);
  return Object.assign(resolve, {
    check: (type: InjectableClass) => notConstructible(type as Type, host),
    provides: (token: ServiceToken) => notProvided(token, host),
    invoke: (invocation: Invocation, context: RequestContext) => methods.invoke(invocation, context),
  });
}

function notProvided(token: ServiceToken, { module }: Host): ConstructionFault | undefined {
  if (provides(module, token)) return undefined;
  const { name } = module;
  const problem = `needs ${token.name}, which ${name} neither provides nor imports`;
  return { problem, remedy: `Add it to the providers of ${name}, or import a module that exports it` };
}

/**
 * Nest refuses to start where a provider misses something; this is for what is added to the runtime later.
 */
function notConstructible(type: Type, host: Host): ConstructionFault | undefined {
  if (isPlain(type) || host.locate(type) !== undefined) return undefined;
  const remedy = 'Make it a provider, so that Nest constructs it and its guards are asked';
  return { problem: `is no provider of ${host.module.name}, nor of another module`, remedy };
}

/** The methods of a module's handlers. */
class EnhancedMethods {
  readonly #host: Host;
  readonly #execution: Execution;
  /** Those of handlers that live as long as the application: with guards, and without. */
  readonly #made = { guarded: new Map<Type, Enhanced>(), admitted: new Map<Type, Enhanced>() };
  /** The number of global enhancers around these. */
  #globalCount = 0;

  constructor(host: Host, execution: Execution) {
    this.#host = host;
    this.#execution = execution;
  }

  invoke(invocation: Invocation, context: RequestContext): Awaitable<unknown> {
    const { definition } = invocation;
    const { handler, protocol } = ANSWERING[definition.kind.name];
    if (invocation.method !== handler) return plain(invocation);
    const call = new NestCall({ method: protocol, context, definition }, () => argumentsOf(invocation));
    const enhanced = this.#enhanced(invocation, context);
    if (typeof enhanced === 'function') return enhanced(...call.args);
    return enhanced.then((made) => made(...call.args));
  }

  #enhanced(invocation: Invocation, context: RequestContext): Awaitable<Enhanced> {
    const { handlers, enhancers } = this.#execution;
    const { definition } = invocation;
    const { type } = definition;
    const guards = this.#execution.admitted.get(context) === definition ? 'admitted' : 'guarded';
    const known = this.#kept(guards).get(type);
    if (known !== undefined) return known;
    const method = String(invocation.method);
    describeParameters(type, method, definition.arguments.type);
    const make = (found: EnhancedMethod) => enhancers.around(found, guards === 'guarded');
    if (!handlers.isStatic(type, this.#host)) return handlers.ofCall(type, this.#host, method, context).then(make);
    const keep = (found: EnhancedMethod) => {
      const made = make(found);
      this.#kept(guards).set(type, made);
      return made;
    };
    const found = handlers.ofAll(type, this.#host, method);
    return found instanceof Promise ? found.then(keep) : keep(found);
  }

  #kept(guards: 'guarded' | 'admitted'): Map<Type, Enhanced> {
    const { globalCount } = this.#execution.handlers;
    if (globalCount !== this.#globalCount) for (const each of Object.values(this.#made)) each.clear();
    this.#globalCount = globalCount;
    return this.#made[guards];
  }
}

/** Completes, or lists resources: guards have decided before, and the rest of Nest is about answers. */
async function plain(invocation: Invocation): Promise<unknown> {
  const [params, handler] = await Promise.all([invocation.bind(), invocation.construct()]);
  const called = (handler as Readonly<Record<string | symbol, (...args: unknown[]) => unknown>>)[invocation.method];
  return called?.apply(handler, [...params]);
}

async function argumentsOf(invocation: Invocation): Promise<unknown> {
  const [args] = await invocation.bind();
  return args;
}
