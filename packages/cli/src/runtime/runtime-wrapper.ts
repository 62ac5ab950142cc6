import type { Client, KindName, Logger, Monitor, Resources, RuntimeMethod, ServedRuntime } from '@cuecard/core';

type Methods = ServedRuntime['methods'];

/** A runtime that serves another one, and wraps its methods. */
export abstract class RuntimeWrapper implements ServedRuntime {
  readonly #runtime: ServedRuntime;
  /** The wrapped methods of each table of the runtime: every request looks into one. */
  readonly #tables = new WeakMap<Methods, Methods>();

  constructor(runtime: ServedRuntime) {
    this.#runtime = runtime;
  }

  get methods(): Methods {
    const { methods } = this.#runtime;
    const known = this.#tables.get(methods);
    if (known !== undefined) return known;
    const wrapped = new Map(Array.from(methods, ([name, method]) => [name, this.wrap(method)]));
    this.#tables.set(methods, wrapped);
    return wrapped;
  }

  get resources(): Resources | undefined {
    return this.#runtime.resources;
  }

  get logger(): Logger {
    return this.#runtime.logger;
  }

  get monitor(): Monitor {
    return this.#runtime.monitor;
  }

  offers(capability: RuntimeMethod['capability'], client?: Client): boolean {
    return this.#runtime.offers(capability, client);
  }

  listsPromptsAsTools(client?: Client): boolean {
    return this.#runtime.listsPromptsAsTools(client);
  }

  onListChanged(listener: (kind: KindName) => void): () => void {
    return this.#runtime.onListChanged(listener);
  }

  protected abstract wrap(method: RuntimeMethod): RuntimeMethod;
}
