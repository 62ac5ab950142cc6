import type { Draft } from '../form/draft.js';

/** What was typed, for each item of a project. It survives a reload of the page and a restart of the server. */
export class Drafts {
  readonly #prefix: string;

  /** @param project whose items these are: projects take turns at one address */
  constructor(project: string) {
    this.#prefix = `cuecard:${project}:`;
  }

  of(item: string): Draft | undefined {
    return (stored(this.#prefix + item) as Draft | undefined) ?? undefined;
  }

  /** @param draft without secrets */
  keep(item: string, draft: Draft): void {
    try {
      if (Object.keys(draft).length === 0) localStorage.removeItem(this.#prefix + item);
      else localStorage.setItem(this.#prefix + item, JSON.stringify(draft));
    } catch {
      // The browser has no room, or keeps nothing for this address: what was typed stays on the page.
    }
  }
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}
