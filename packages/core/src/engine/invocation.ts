import type { Invocation as PublicInvocation } from '../api/resolver.js';
import type { Definition } from '../definition/definition.js';
import { forgettable, isPending } from '../pending.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';

/** A step that a framework has the engine take. */
type StepInside = 'check' | 'construct';

interface InvocationOptions {
  readonly definition: Definition;
  readonly method: string | symbol;
  /** Resolves the parameters of the method. */
  readonly bind: () => Awaitable<readonly unknown[]>;
}

/** The steps of one call of a handler, for a resolver that puts its own around them. */
export class Invocation implements PublicInvocation {
  readonly definition: Definition;
  readonly method: string | symbol;
  readonly #request: Request;
  readonly #bind: () => Awaitable<readonly unknown[]>;
  /** The step that the method itself is. */
  #last: 'call' | 'complete' = 'call';
  #bound: Awaitable<readonly unknown[]> | undefined;
  /** The last step that has failed. */
  #failed: { readonly step: StepInside; readonly error: unknown } | undefined;
  /** The parameters, once they are bound; none if they have been refused. */
  params: readonly unknown[] = [];

  constructor({ definition, method, bind }: InvocationOptions, request: Request) {
    this.definition = definition;
    this.method = method;
    this.#bind = bind;
    this.#request = request;
  }

  bind(): Awaitable<readonly unknown[]> {
    this.#bound ??= this.#during('check', () =>
      this.#request.after(this.#bind(), (params) => {
        this.params = params;
        return params;
      }),
    );
    return this.#bound;
  }

  construct(): Awaitable<object> {
    const { resolver, context } = this.#request;
    return this.#during('construct', () => resolver(this.definition.type, context));
  }

  async run(step: 'call' | 'complete' = 'call'): Promise<unknown> {
    this.#last = step;
    this.#request.step = step;
    try {
      return await this.#request.resolver.invoke?.(this, this.#request.context);
    } catch (error) {
      const failed = this.#failed;
      if (failed !== undefined && failed.error === error) this.#request.step = failed.step;
      throw error;
    }
  }

  /** Does a step. A framework may forget what it promises, or put something else in the place of its failure. */
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
