import 'reflect-metadata';
import type { InjectableClass, Resolver, ServiceToken } from '@cuecard/core';

/** The methods of the container that this resolver uses. */
export interface Modules {
  create<T>(type: InjectableClass<T>): Promise<T>;
  /** Throws for an unknown token. */
  introspect(token: ServiceToken): unknown;
}

/** Constructs prompts from a container, for each request. */
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

/** A container of a few lines, which is asked as a `ModuleRef` of NestJS is. */
export class SmallContainer implements Modules {
  readonly #services: ReadonlyMap<ServiceToken, unknown>;

  constructor(services: Iterable<readonly [ServiceToken, unknown]>) {
    this.#services = new Map(services);
  }

  async create<T>(type: InjectableClass<T>): Promise<T> {
    const tokens: ServiceToken[] = Reflect.getMetadata('design:paramtypes', type) ?? [];
    return new type(...tokens.map((token) => this.introspect(token)));
  }

  introspect(token: ServiceToken): unknown {
    if (!this.#services.has(token)) throw new TypeError(`${token.name} is not there`);
    return this.#services.get(token);
  }
}
