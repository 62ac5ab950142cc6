import { Turns } from '../turns.js';
import type { Monitor } from '../logging/monitor.js';
import type { ResourceUpdates } from './resource-updates.js';

type Changed = () => void;

const MISSED = 'updates may be missing, so clients are notified of each resource that they subscribe to';

/** What is watched by way of `ResourceUpdates`, by URI. */
export class UpdateWatches {
  readonly #watches = new Map<string, Set<Changed>>();
  readonly #turns = new Turns<Changed>((changed) => changed());
  readonly #monitor: () => Monitor;
  #updates: Pick<ResourceUpdates, 'subscribe'> | undefined;
  #end: (() => void) | undefined;

  constructor(monitor: () => Monitor) {
    this.#monitor = monitor;
  }

  /** Listens to these from now on; what is watched stays. */
  follow(updates: Pick<ResourceUpdates, 'subscribe'> | undefined): void {
    this.#end?.();
    this.#end = undefined;
    this.#updates = updates;
    if (this.#watches.size > 0) this.#begin();
  }

  /** Returns a function that ends the watch. */
  add(uri: string, changed: Changed): () => void {
    const watches = this.#watches.get(uri) ?? new Set();
    this.#watches.set(uri, watches.add(changed));
    if (this.#end === undefined) this.#begin();
    return () => this.#remove(uri, changed);
  }

  #begin(): void {
    this.#end = this.#updates?.subscribe((uri) => {
      const changed = [...this.#at(uri)];
      if (uri === undefined) this.#monitor().failed('update bus', MISSED);
      else this.#monitor().succeeded('update bus');
      this.#turns.add(changed);
    });
  }

  #at(uri: string | undefined): Iterable<Changed> {
    if (uri === undefined) return [...this.#watches.values()].flatMap((each) => [...each]);
    return this.#watches.get(uri) ?? [];
  }

  #remove(uri: string, changed: Changed): void {
    const watches = this.#watches.get(uri);
    this.#turns.delete(changed);
    if (watches?.delete(changed) !== true || watches.size > 0) return;
    this.#watches.delete(uri);
    if (this.#watches.size > 0) return;
    this.#end?.();
    this.#end = undefined;
  }
}
