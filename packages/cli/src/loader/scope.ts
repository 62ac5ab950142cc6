import { AsyncLocalStorage } from 'node:async_hooks';
import type { ImportDetails } from './compiler.js';
import type { Module, ModuleInstance } from './module.js';

/** The part of an update that code which it runs can see. */
export interface OpenUpdate {
  readonly isOpen: boolean;
  /** The new instance of a module, if the update has one. */
  pending(module: Module): ModuleInstance | undefined;
  /** Imports something for code that the update runs. */
  import(specifier: string, importer: ModuleInstance, details?: ImportDetails): Promise<object>;
}

/** Code that runs as part of an update: the evaluation of a module, or a call that makes what is served. */
interface Scope {
  readonly update: OpenUpdate;
  /** The modules that it reads. */
  readonly uses: Set<Module>;
}

/**
 * Tells code that an update runs from code that serves requests meanwhile. It follows asynchronous calls only while
 * an update is open, since Node 20 makes every promise pay for it.
 */
export class Scopes {
  readonly #storage = new AsyncLocalStorage<Scope>();
  #open = 0;

  run<Result>(scope: Scope, work: () => Result): Result {
    return this.#storage.run(scope, work);
  }

  opened(): void {
    this.#open += 1;
  }

  closed(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#storage.disable();
  }

  get current(): Scope | undefined {
    if (this.#open === 0) return undefined;
    const scope = this.#storage.getStore();
    return scope?.update.isOpen === true ? scope : undefined;
  }
}
