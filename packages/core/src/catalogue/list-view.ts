import type { Client } from '../api/context.js';
import { showsForms } from '../asking/ask.js';
import type { ClientProfile } from '../clients/client-profile.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import { freezeDeep } from '../definition/list-entry.js';
import { forRevision, stepOf } from '../output/degradation.js';
import type { ListEntry, Prompt } from '../protocol.js';
import { cut } from '../text/strings.js';
import type { Definition } from '../definition/definition.js';

/** The newest step, for clients of unknown revision. */
const NEWEST = stepOf('9999');

interface ListViewOptions {
  /** The method that lists: what hosts do with prompts, they do not with tools or resources. */
  readonly method: string;
  readonly clients: ClientProfiles;
  readonly askForMissing: boolean;
}

/** How one client sees the entries of lists. */
export class ListView {
  /** The same for clients that see the same. */
  readonly key: string;
  /** Whether its host sees other entries than the specification's clients, so that they must not share its lists. */
  readonly isSpecial: boolean;
  readonly #step: string;
  readonly #isOptional: boolean;
  readonly #length: number | undefined;

  constructor(client: Client | undefined, { method, clients, askForMissing }: ListViewOptions) {
    const profile = method === 'prompts/list' ? clients.of(client) : undefined;
    const { refusesMissing, descriptionLength }: ClientProfile = profile ?? {};
    this.#step = client === undefined ? NEWEST : stepOf(client.revision);
    this.#isOptional = askForMissing && refusesMissing === true && client !== undefined && showsForms(client);
    this.#length = descriptionLength;
    this.isSpecial = this.#isOptional || descriptionLength !== undefined;
    this.key = this.isSpecial ? `${this.#step} ${this.#isOptional} ${descriptionLength}` : this.#step;
  }

  /** The entry as the client sees it, frozen. */
  entry(complete: ListEntry): ListEntry {
    const entry = forRevision(complete, this.#step);
    return freezeDeep(this.isSpecial ? this.#forHost(entry) : entry);
  }

  #forHost(entry: ListEntry): ListEntry {
    const { arguments: all } = entry as Prompt;
    const { description } = entry;
    return {
      ...entry,
      ...(description !== undefined && { description: this.#shorten(description) }),
      ...(all !== undefined && this.#isOptional && { arguments: all.map((arg) => ({ ...arg, required: false })) }),
    };
  }

  #shorten(description: string): string {
    const max = this.#length ?? Infinity;
    return description.length <= max ? description : `${cut(description, max - 1).trimEnd()}…`;
  }
}

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
