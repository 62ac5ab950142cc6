import type { Client } from '../api/context.js';
import type { Definition } from '../definition/definition.js';
import { freezeDeep } from '../definition/list-entry.js';
import { forRevision, stepOf } from '../output/degradation.js';
import type { ListEntry } from '../protocol.js';

/** The newest step: what is not known knows everything. */
export const NEWEST = stepOf('9999');

/** The list's entries as clients of each revision see them; each made once, and frozen. */
export class ListEntries {
  readonly #bySteps = new Map<string, WeakMap<Definition, ListEntry>>();

  /** The entry for a client; with everything for one that is not known. */
  of(definition: Definition, client: Client | undefined): ListEntry {
    const step = client === undefined ? NEWEST : stepOf(client.revision);
    const entries = this.#bySteps.get(step) ?? new WeakMap<Definition, ListEntry>();
    this.#bySteps.set(step, entries);
    const entry = entries.get(definition) ?? freezeDeep(forRevision(definition.entry, step));
    entries.set(definition, entry);
    return entry;
  }
}
