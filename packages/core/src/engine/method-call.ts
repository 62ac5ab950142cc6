import type { Definition } from '../definition/definition.js';
import type { Step } from '../request/failure.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { Invocation } from './invocation.js';

interface MethodCall {
  readonly definition: Definition;
  readonly method: string | symbol;
  /** Resolves the parameters of the method. */
  readonly bind: () => Awaitable<readonly unknown[]>;
  /** What the method does, for failure reports. */
  readonly step: Step;
}

/** Calls a method that a handler has beside that of its kind. A framework may wrap its own steps around the call. */
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
