import type { Draft } from '../form/draft.js';
import { objectIn } from '../form/typed.js';

// The browser stores the values of each item of a project across reloads of the page and restarts of the server. If its
// storage is full or disabled, it throws: then only the page has the values.

export function storedDraft(key: string): Draft | undefined {
  try {
    return objectIn(localStorage.getItem(key)) as Draft | undefined;
  } catch {
    return undefined;
  }
}

/** @param draft without secrets */
export function storeDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // See above.
  }
}
