import type { InjectionToken, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { type Located, locate, type NestModule, targetOf } from '../nest/containers.js';

/** Where the instances of a module's handlers are. */
export class Host {
  readonly module: NestModule;
  readonly #modules: ModulesContainer;
  /** The tokens of classes that are provided under others. */
  readonly #tokens: ReadonlyMap<Type, InjectionToken>;
  readonly #located = new Map<Type, Located>();

  constructor(module: NestModule, modules: ModulesContainer, tokens: ReadonlyMap<Type, InjectionToken> = new Map()) {
    this.module = module;
    this.#modules = modules;
    this.#tokens = tokens;
  }

  /** Whether the module itself provides a class. */
  has(type: Type): boolean {
    return this.module.providers.has(this.#tokens.get(type) ?? type);
  }

  /** The provider of a class: that of the module, else that of any other; `undefined` if there is none. */
  locate(type: Type): Located | undefined {
    const known = this.#located.get(type);
    if (known !== undefined) return known;
    const found = locate(this.#tokens.get(type) ?? type, this.module, this.#modules);
    if (found === undefined) return undefined;
    const located = targetOf(found.wrapper, found.module, this.#modules);
    this.#located.set(type, located);
    return located;
  }
}
