import type { InjectionToken, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import {
  addProvider,
  canConstruct,
  instanceIn,
  type Located,
  loadProvider,
  locate,
  type NestModule,
  removeProvider,
  targetOf,
} from '../nest/containers.js';
import { ended, started } from '../nest/lifecycle.js';

/** Where the instances of a module's handlers are. */
export class Host {
  readonly module: NestModule;
  readonly #modules: ModulesContainer;
  /** The tokens of classes that are provided under others. */
  readonly #tokens: ReadonlyMap<Type, InjectionToken>;
  readonly #located = new Map<Type, Located>();
  /** Classes that came while the application runs. Nest constructs each once it is called. */
  readonly #adopted = new Map<Type, Promise<void> | undefined>();

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

  /** Makes a class a provider of the module. Returns whether the module has what the class injects. */
  adopt(type: Type): boolean {
    if (!canConstruct(type, this.module)) return false;
    addProvider(type, this.module);
    this.#adopted.set(type, undefined);
    return true;
  }

  /** Resolves when Nest has constructed an adopted class; `undefined` if there is nothing to wait for. */
  constructed(type: Type): Promise<void> | undefined {
    if (!this.#adopted.has(type)) return undefined;
    const known = this.#adopted.get(type);
    if (known !== undefined) return known;
    const loading = this.#load(type);
    this.#adopted.set(type, loading);
    return loading;
  }

  /** Lets go of a class that is no longer served, and of its instance. */
  async forget(type: Type): Promise<void> {
    this.#located.delete(type);
    this.#adopted.delete(type);
    const instance = removeProvider(type, this.module);
    if (instance !== undefined) await ended(instance);
  }

  async #load(type: Type): Promise<void> {
    await loadProvider(type, this.module);
    const instance = instanceIn(this.module, type);
    if (instance !== undefined) await started(instance);
    this.#adopted.delete(type);
  }
}
