import type { InjectionToken, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { type ProviderLocation, locate, type NestModule, targetOf } from '../nest/containers.js';

/** A module that provides handlers, and the locations of their providers. */
export class Host {
  readonly module: NestModule;
  readonly #modules: ModulesContainer;
  /** The tokens of classes that are provided under another token. */
  readonly #tokens: ReadonlyMap<Type, InjectionToken>;
  readonly #located = new Map<Type, ProviderLocation>();

  constructor(module: NestModule, modules: ModulesContainer, tokens: ReadonlyMap<Type, InjectionToken> = new Map()) {
    this.module = module;
    this.#modules = modules;
    this.#tokens = tokens;
  }

  /** Whether the module itself provides a class. */
  has(type: Type): boolean {
    return this.module.providers.has(this.#tokens.get(type) ?? type);
  }

  /**
   * Returns the provider of a class in this module, otherwise in any module, or `undefined` if no module provides the
   * class.
   */
  locate(type: Type): ProviderLocation | undefined {
    const known = this.#located.get(type);
    if (known !== undefined) return known;
    const found = locate(this.#tokens.get(type) ?? type, this.module, this.#modules);
    if (found === undefined) return undefined;
    const located = targetOf(found.wrapper, found.module, this.#modules);
    this.#located.set(type, located);
    return located;
  }
}
