import 'reflect-metadata';
import type { InjectableClass, Resolver, ServiceToken } from '@cuecard/core';

/** What is needed of the container. */
export interface Modules {
  create<T>(type: InjectableClass<T>): Promise<T>;
  /** Throws for what it does not know. */
  introspect(token: ServiceToken): unknown;
}

/** Has a container construct prompts, anew for each request. */
export function fromModules(modules: Modules): Resolver {
  function resolve<T>(type: InjectableClass<T>): Promise<T> {
    return modules.create(type);
  }

  function provides(token: ServiceToken) {
    try {
      modules.introspect(token);
      return undefined;
    } catch {
      return { problem: `needs ${token.name}, which no module provides`, remedy: 'Add it to the providers of one' };
    }
  }

  function check(type: InjectableClass) {
    const tokens: ServiceToken[] = Reflect.getMetadata('design:paramtypes', type) ?? [];
    return tokens.map(provides).find((fault) => fault !== undefined);
  }

  return Object.assign(resolve, { check, provides });
}
