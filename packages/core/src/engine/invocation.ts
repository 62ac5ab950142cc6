import type { Invocation as PublicInvocation } from '../api/resolver.js';
import type { Definition } from '../definition/definition.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';

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
  /** The step of the method call itself. */
  #last: 'call' | 'complete' = 'call';
  #bound: Awaitable<readonly unknown[]> | undefined;
  /** The bound parameters; empty before binding, and if they are refused. */
  params: readonly unknown[] = [];

  constructor({ definition, method, bind }: InvocationOptions, request: Request) {
    this.definition = definition;
    this.method = method;
    this.#bind = bind;
    this.#request = request;
  }

  bind(): Awaitable<readonly unknown[]> {
    return (this.#bound ??= this.#request.after(
      this.#during('check', () => this.#bind()),
      (params) => (this.params = params),
    ));
  }

  construct(): Awaitable<object> {
    const { resolver, context } = this.#request;
    return this.#during('construct', () => resolver(this.definition.type, context));
  }

  run(step: 'call' | 'complete' = 'call'): Awaitable<unknown> {
    this.#last = step;
    this.#request.step = step;
    return this.#request.resolver.invoke?.(this, this.#request.context);
  }

  /** Runs a step, so that the report of a failure names it. */
  #during<T>(step: 'check' | 'construct', work: () => Awaitable<T>): Awaitable<T> {
    this.#request.step = step;
    return this.#request.after(work(), (value) => {
      this.#request.step = this.#last;
      return value;
    });
  }
}
