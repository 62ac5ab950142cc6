import type {
  Awaitable,
  ConstructionFault,
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
import type { Handlers } from './handlers.js';
import { NestCall } from '../call/nest-call.js';

/** The methods that answer calls, of handlers and of the protocol, by kind. */
const ANSWERING = {
  prompt: { handler: 'render', protocol: 'prompts/get' },
  tool: { handler: 'call', protocol: 'tools/call' },
  resource: { handler: 'read', protocol: 'resources/read' },
} as const;

/** What Nest does with the handlers of all modules. */
export interface Execution {
  readonly handlers: Handlers;
  readonly enhancers: Enhancers;
}

/** Constructs the classes of one module, and runs Nest's enhancers around their answers. */
export function resolverOf(host: Host, execution: Execution): Resolver {
  const { handlers } = execution;
  const methods = new EnhancedMethods(host, execution);

  function resolve<T>(type: InjectableClass<T>, context: RequestContext): Awaitable<T> {
    return handlers.resolve(type, host, context);
  }

  function missing(token: ServiceToken): ConstructionFault | undefined {
    if (provides(host.module, token)) return undefined;
    const { name } = host.module;
    const problem = `needs ${token.name}, which ${name} neither provides nor imports`;
    return { problem, remedy: `Add it to the providers of ${name}, or import a module that exports it` };
  }

  /** Nest refuses to start where a provider misses something; this is for what is added to the runtime later. */
  function check(type: InjectableClass): ConstructionFault | undefined {
    if (isPlain(type) || host.locate(type) !== undefined) return undefined;
    const remedy = 'Make it a provider, so that Nest constructs it and its guards are asked';
    return { problem: `is no provider of ${host.module.name}, nor of another module`, remedy };
  }

  return Object.assign(resolve, {
    check,
    provides: missing,
    invoke: (invocation: Invocation, context: RequestContext) => methods.invoke(invocation, context),
  });
}

/** The methods of a module's handlers. */
class EnhancedMethods {
  readonly #host: Host;
  readonly #execution: Execution;
  /** Those of handlers that live as long as the application. */
  readonly #made = new Map<Type, Enhanced>();
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
    const known = this.#known(type);
    if (known !== undefined) return known;
    const method = String(invocation.method);
    describeParameters(type, method, definition.arguments.type);
    if (!handlers.isStatic(type, this.#host))
      return handlers.ofCall(type, this.#host, method, context).then((made) => enhancers.around(made));
    const found = handlers.ofAll(type, this.#host, method);
    return found instanceof Promise ? found.then((each) => this.#keep(type, each)) : this.#keep(type, found);
  }

  #known(type: Type): Enhanced | undefined {
    const { globalCount } = this.#execution.handlers;
    if (globalCount !== this.#globalCount) this.#made.clear();
    this.#globalCount = globalCount;
    return this.#made.get(type);
  }

  #keep(type: Type, method: EnhancedMethod): Enhanced {
    const made = this.#execution.enhancers.around(method);
    this.#made.set(type, made);
    return made;
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
