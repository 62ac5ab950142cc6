import type { Client } from '../api/context.js';
import { supportsElicitation } from '../asking/ask.js';
import type { ClientProfile } from '../clients/client-profile.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import { freezeDeep } from '../definition/list-entry.js';
import { withoutNewerMembers, memberRevisionOf } from '../output/degradation.js';
import type { ListEntry, Prompt } from '../protocol.js';
import { truncate } from '../text/strings.js';
import type { Definition } from '../definition/definition.js';

/** The protocol revision for clients whose revision is unknown. */
const NEWEST_REVISION = memberRevisionOf('9999');

interface ListViewOptions {
  /** The protocol method that lists. Only `prompts/list` depends on the host. */
  readonly method: string;
  readonly clients: ClientProfiles;
  readonly askForMissing: boolean;
}

/** The form in which one client sees list entries. */
export class ListView {
  /** Clients with equal keys see the same entries. */
  readonly key: string;
  /**
   * Whether the host's entries differ from what the specification requires, so that other clients must not share its
   * pages.
   */
  readonly isHostSpecific: boolean;
  readonly #revision: string;
  readonly #makesOptional: boolean;
  readonly #maxDescriptionLength: number | undefined;

  constructor(client: Client | undefined, { method, clients, askForMissing }: ListViewOptions) {
    const profile = method === 'prompts/list' ? clients.of(client) : undefined;
    const { refusesMissing, descriptionLength }: ClientProfile = profile ?? {};
    this.#revision = client === undefined ? NEWEST_REVISION : memberRevisionOf(client.revision);
    this.#makesOptional =
      askForMissing && refusesMissing === true && client !== undefined && supportsElicitation(client);
    this.#maxDescriptionLength = descriptionLength;
    this.isHostSpecific = this.#makesOptional || descriptionLength !== undefined;
    this.key = this.isHostSpecific ? `${this.#revision} ${this.#makesOptional} ${descriptionLength}` : this.#revision;
  }

  /** Returns the entry as the client sees it, frozen. */
  entry(complete: ListEntry): ListEntry {
    const entry = withoutNewerMembers(complete, this.#revision);
    return freezeDeep(this.isHostSpecific ? this.#forHost(entry) : entry);
  }

  #forHost(entry: ListEntry): ListEntry {
    const { arguments: all } = entry as Prompt;
    const { description } = entry;
    return {
      ...entry,
      ...(description !== undefined && { description: this.#shorten(description) }),
      ...(all !== undefined && this.#makesOptional && { arguments: all.map((arg) => ({ ...arg, required: false })) }),
    };
  }

  #shorten(description: string): string {
    const max = this.#maxDescriptionLength ?? Infinity;
    return description.length <= max ? description : `${truncate(description, max - 1).trimEnd()}…`;
  }
}

/** The list entries, created once for each view and frozen. */
export class ListEntries {
  readonly #byView = new Map<string, WeakMap<Definition, ListEntry>>();
  readonly #write: (definition: Definition) => ListEntry;

  /** @param write creates the complete entry */
  constructor(write: (definition: Definition) => ListEntry = ({ entry }) => entry) {
    this.#write = write;
  }

  of(definition: Definition, view: ListView): ListEntry {
    const entries = this.#byView.get(view.key) ?? new WeakMap<Definition, ListEntry>();
    this.#byView.set(view.key, entries);
    const entry = entries.get(definition) ?? view.entry(this.#write(definition));
    entries.set(definition, entry);
    return entry;
  }
}
