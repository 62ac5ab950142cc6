import type { LabelChange, Logger, Registry } from '@cuecard/core';

type Listener = (change: LabelChange) => void;

/** The runtimes that serve what a store says. */
export class Followers {
  readonly #registries = new Map<Listener, () => Registry>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(listener: Listener, registry: () => Registry): () => void {
    const own: Listener = (change) => listener(change); // The same listener may be added twice.
    this.#registries.set(own, registry);
    return () => void this.#registries.delete(own);
  }

  tell(change: LabelChange): void {
    for (const listener of this.#registries.keys())
      try {
        listener(change);
      } catch (error) {
        this.#logger.error('Labels that have moved could not be applied', error);
      }
  }

  /** `kind name` of each name that they serve, and `kind name@version` of each version; `undefined` if there are none. */
  served(): ReadonlySet<string> | undefined {
    if (this.#registries.size === 0) return undefined;
    const served = new Set<string>();
    for (const registry of this.#registries.values())
      for (const { kind, name, version } of registry().list()) {
        served.add(`${kind.name} ${name}`);
        if (version !== undefined) served.add(`${kind.name} ${name}@${version}`);
      }
    return served;
  }
}
