import type { Draft } from '../form/draft.js';

/** The drafts of the items of a project. They survive a reload of the page and a restart of the server. */
export class Drafts {
  readonly #prefix: string;

  /** @param project its name: several projects may use one address in turn */
  constructor(project: string) {
    this.#prefix = `cuecard:${project}:`;
  }

  of(item: string): Draft | undefined {
    return (readStorage(this.#prefix + item) as Draft | undefined) ?? undefined;
  }

  /** @param draft without secrets */
  keep(item: string, draft: Draft): void {
    try {
      if (Object.keys(draft).length === 0) localStorage.removeItem(this.#prefix + item);
      else localStorage.setItem(this.#prefix + item, JSON.stringify(draft));
    } catch {
      // Without storage, the draft stays on the page only.
    }
  }
}

function readStorage(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}
