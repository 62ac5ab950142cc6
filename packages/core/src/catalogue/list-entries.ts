import type { Definition } from '../definition/definition.js';
import type { ListEntry } from '../protocol.js';
import type { ListView } from './list-view.js';

/** The list entries as each client sees them, created once and frozen. */
export class ListEntries {
  readonly #byViews = new Map<string, WeakMap<Definition, ListEntry>>();
  readonly #write: (definition: Definition) => ListEntry;

  /** @param write writes the complete entry */
  constructor(write: (definition: Definition) => ListEntry = ({ entry }) => entry) {
    this.#write = write;
  }

  of(definition: Definition, view: ListView): ListEntry {
    const entries = this.#byViews.get(view.key) ?? new WeakMap<Definition, ListEntry>();
    this.#byViews.set(view.key, entries);
    const entry = entries.get(definition) ?? view.entry(this.#write(definition));
    entries.set(definition, entry);
    return entry;
  }
}
