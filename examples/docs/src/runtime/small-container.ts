import 'reflect-metadata';
import type { InjectableClass, ServiceToken } from '@cuecard/core';
import type { Modules } from './from-modules.js';

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
