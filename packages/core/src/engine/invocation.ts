import type { Invocation as PublicInvocation, Resolver } from '../api/resolver.js';
import type { Definition } from '../definition/definition.js';
import { forgettable, isPending } from '../pending.js';
import type { Request } from '../request/request.js';
import type { Step } from '../request/failure.js';
import type { Awaitable } from '../types.js';

/** A step that a framework asks the engine to run. */
type StepInside = 'check' | 'construct';

interface InvocationOptions {
  readonly definition: Definition;
  readonly method: string | symbol;
  /** Resolves the parameters of the method. */
  readonly bind: () => Awaitable<readonly unknown[]>;
}

/** The steps of one handler call, for a resolver that wraps them. */
export class Invocation implements PublicInvocation {
  readonly definition: Definition;
  readonly method: string | symbol;
  readonly #request: Request;
  readonly #bind: () => Awaitable<readonly unknown[]>;
  /** A list calls handlers of many definitions: it uses the resolver of the definition, not of the request. */
  readonly #resolver: Resolver;
  /** The step of the method call itself. */
  #last: Step = 'call';
  #bound: Awaitable<readonly unknown[]> | undefined;
  /** The last step that failed. */
  #failed: { readonly step: StepInside; readonly error: unknown } | undefined;

  constructor({ definition, method, bind }: InvocationOptions, request: Request) {
    this.definition = definition;
    this.method = method;
    this.#bind = bind;
    this.#request = request;
    this.#resolver = definition.resolver ?? request.services.resolver;
  }

  bind(): Awaitable<readonly unknown[]> {
    return (this.#bound ??= this.#during('check', () => this.#bind()));
  }

  construct(): Awaitable<object> {
    return this.#during('construct', () => this.#resolver(this.definition.type, this.#request.context));
  }

  async run(step: Step = 'call'): Promise<unknown> {
    this.#last = step;
    this.#request.step = step;
    try {
      return await this.#resolver.invoke?.(this, this.#request.context);
    } catch (error) {
      const failed = this.#failed;
      if (failed !== undefined && failed.error === error) this.#request.step = failed.step;
      throw error;
    }
  }

  /** Runs a step. The framework may drop its promise, or replace its failure. */
  #during<T>(step: StepInside, work: () => Awaitable<T>): Awaitable<T> {
    this.#request.step = step;
    try {
      const worked = work();
      if (isPending(worked)) return forgettable(this.#awaited(step, worked));
      this.#request.step = this.#last;
      return worked;
    } catch (error) {
      this.#fail(step, error);
      throw error;
    }
  }

  async #awaited<T>(step: StepInside, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#fail(step, error);
      throw error;
    } finally {
      this.#request.step = this.#last;
    }
  }

  #fail(step: StepInside, error: unknown): void {
    this.#failed = { step, error };
    this.#request.step = this.#last;
  }
}

interface MethodCall {
  readonly definition: Definition;
  readonly method: string | symbol;
  /** Resolves the parameters of the method. */
  readonly bind: () => Awaitable<readonly unknown[]>;
  /** The step of the method, for failure reports. */
  readonly step: Step;
}

/** Calls a further method of a handler. A framework may wrap its own steps around the call. */
export function callMethod({ definition, method, bind, step }: MethodCall, request: Request): Awaitable<unknown> {
  const resolver = definition.resolver ?? request.services.resolver;
  if (resolver.invoke !== undefined) return new Invocation({ definition, method, bind }, request).run(step);
  request.step = 'check';
  return request.after(bind(), (params) => {
    request.step = 'construct';
    return request.after(resolver(definition.type, request.context), (handler) => {
      request.step = step;
      const called = (handler as Readonly<Record<string | symbol, Method>>)[method];
      return called?.apply(handler, [...params]);
    });
  });
}

type Method = (...params: readonly unknown[]) => unknown;
