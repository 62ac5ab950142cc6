import type { Client } from '../api/context.js';
import type { Definition } from '../definition/definition.js';
import { freezeDeep } from '../definition/list-entry.js';
import { forRevision, stepOf } from '../output/degradation.js';
import type { ListEntry } from '../protocol.js';

/** The newest step, for clients of unknown revision. */
export const NEWEST = stepOf('9999');

/** The list entries as each revision sees them, created once and frozen. */
export class ListEntries {
  readonly #bySteps = new Map<string, WeakMap<Definition, ListEntry>>();

  /** The entry for a client; the complete entry if the client is unknown. */
  of(definition: Definition, client: Client | undefined): ListEntry {
    const step = client === undefined ? NEWEST : stepOf(client.revision);
    const entries = this.#bySteps.get(step) ?? new WeakMap<Definition, ListEntry>();
    this.#bySteps.set(step, entries);
    const entry = entries.get(definition) ?? freezeDeep(forRevision(definition.entry, step));
    entries.set(definition, entry);
    return entry;
  }
}
