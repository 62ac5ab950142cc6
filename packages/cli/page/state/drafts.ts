import type { Draft } from '../form/draft.js';
import { objectIn } from '../form/typed.js';

// The browser keeps what was typed for each item of a project, over a reload of the page and a restart of the server. A
// browser that has no room, or keeps nothing for this address, throws: then the values stay on the page only.

export function keptDraft(key: string): Draft | undefined {
  try {
    return objectIn(localStorage.getItem(key)) as Draft | undefined;
  } catch {
    return undefined;
  }
}

/** @param draft without secrets */
export function keepDraft(key: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // See above.
  }
}
