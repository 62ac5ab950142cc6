import type { Client, KindName, Logger, Monitor, Resources, RuntimeMethod, ServedRuntime } from '@cuecard/core';
import type { CallLog } from './call-log.js';

type Methods = ServedRuntime['methods'];

/** A runtime whose calls are noted. */
export class LoggedRuntime implements ServedRuntime {
  readonly #runtime: ServedRuntime;
  readonly #log: CallLog;
  /** The noted methods of each table of the runtime: every request looks into one. */
  readonly #tables = new WeakMap<Methods, Methods>();

  constructor(runtime: ServedRuntime, log: CallLog) {
    this.#runtime = runtime;
    this.#log = log;
  }

  get methods(): Methods {
    const { methods } = this.#runtime;
    const known = this.#tables.get(methods);
    if (known !== undefined) return known;
    const noted = new Map(Array.from(methods, ([name, method]) => [name, this.#noted(method)]));
    this.#tables.set(methods, noted);
    return noted;
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

  #noted(method: RuntimeMethod): RuntimeMethod {
    const { name, answer } = method;
    return {
      ...method,
      answer: (params, call) => this.#log.note({ method: name, params, call }, () => answer(params, call)),
    };
  }
}
