import type { Invocation as PublicInvocation, Resolver } from '../api/resolver.js';
import type { Definition } from '../definition/definition.js';
import { forgettable } from '../pending.js';
import type { Request } from '../request/request.js';
import type { Step } from '../request/failure.js';
import type { Awaitable } from '../types.js';

/** A step that a framework asks the engine to run. */
type InvocationStep = 'check' | 'construct';

interface MethodCall {
  readonly definition: Definition;
  readonly method: string | symbol;
  /** Resolves the parameters of the method. Waits for nothing longer than the request's lifetime allows. */
  readonly bind: () => Awaitable<readonly unknown[]>;
  /** The step of the request that calls the method; the log names it if it fails. */
  readonly step: Step;
}

/** The steps of one handler call, for a resolver that wraps them. */
class Invocation implements PublicInvocation {
  readonly definition: Definition;
  readonly method: string | symbol;
  readonly #request: Request;
  readonly #call: MethodCall;
  /** A list calls handlers of many definitions: it uses the resolver of the definition, not of the request. */
  readonly #resolver: Resolver;
  #bound: Promise<readonly unknown[]> | undefined;
  /** The last step that failed. */
  #failed: { readonly step: InvocationStep; readonly error: unknown } | undefined;

  constructor(call: MethodCall, resolver: Resolver, request: Request) {
    this.definition = call.definition;
    this.method = call.method;
    this.#call = call;
    this.#resolver = resolver;
    this.#request = request;
  }

  bind(): Promise<readonly unknown[]> {
    return (this.#bound ??= this.#during('check', this.#call.bind));
  }

  construct(): Promise<object> {
    return this.#during('construct', () => this.#resolver(this.definition.type, this.#request.context));
  }

  async run(): Promise<unknown> {
    this.#request.step = this.#call.step;
    try {
      return await this.#resolver.invoke?.(this, this.#request.context);
    } catch (error) {
      const failed = this.#failed;
      if (failed !== undefined && failed.error === error) this.#request.step = failed.step;
      throw error;
    }
  }

  /** Runs a step. The framework may drop its promise, or replace its failure. */
  #during<T>(step: InvocationStep, work: () => Awaitable<T>): Promise<T> {
    const run = async () => {
      this.#request.step = step;
      try {
        return await work();
      } catch (error) {
        this.#failed = { step, error };
        throw error;
      } finally {
        this.#request.step = this.#call.step;
      }
    };
    return forgettable(run());
  }
}

/**
 * Binds and constructs what a method needs, and returns the call of the method. A framework may wrap its own steps around
 * the call.
 */
export async function preparedCall(call: MethodCall, request: Request): Promise<() => Awaitable<unknown>> {
  const { definition, method, bind, step } = call;
  const { instance, type } = definition;
  const resolver = definition.resolver ?? request.services.resolver;
  if (resolver.invoke !== undefined && instance === undefined)
    return () => new Invocation(call, resolver, request).run();
  request.step = 'check';
  const params = await bind();
  request.step = 'construct';
  const handler = instance ?? (await request.within(resolver(type, request.context)));
  request.step = step;
  const called = (handler as Readonly<Record<string | symbol, Method>>)[method];
  return () => called?.apply(handler, [...params]);
}

/** Calls a method of a handler, and waits for it no longer than the request's lifetime allows. */
export async function callMethod(call: MethodCall, request: Request): Promise<unknown> {
  const called = await preparedCall(call, request);
  return request.within(called());
}

type Method = (...params: readonly unknown[]) => unknown;
