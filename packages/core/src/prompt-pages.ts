import type { Client } from './context.js';
import { forRevision, stepOf } from './output/degradation.js';
import type { ListPromptsResult } from './protocol.js';
import type { PromptRegistry } from './registry.js';

const NEWEST = '9999';

/** The list of a registry's prompts as clients of each revision see it; each made once, and frozen. */
export class PromptPages {
  readonly #newest: ListPromptsResult;
  readonly #bySteps = new Map<string, ListPromptsResult>();

  constructor(registry: PromptRegistry) {
    this.#newest = frozen(registry.list().map(({ entry }) => entry));
    this.#bySteps.set(stepOf(NEWEST), this.#newest);
  }

  /** The page for a client; everything for one that is not known. */
  for(client: Client | undefined): ListPromptsResult {
    const step = stepOf(client?.revision ?? NEWEST);
    const page = this.#bySteps.get(step) ?? frozen(this.#newest.prompts.map((entry) => forRevision(entry, step)));
    this.#bySteps.set(step, page);
    return page;
  }

  /** Whether clients see the same list. */
  equals(other: PromptPages): boolean {
    return JSON.stringify(this.#newest) === JSON.stringify(other.#newest);
  }
}

function frozen(prompts: ListPromptsResult['prompts']): ListPromptsResult {
  Object.freeze(prompts);
  return Object.freeze({ prompts });
}
