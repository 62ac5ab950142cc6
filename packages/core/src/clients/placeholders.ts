import { isObject } from '../text/option-kinds.js';

const PLACEHOLDER = /^\$\d+$/;

/** The placeholders among arguments, which the host later replaces by what the user types. */
export function placeholdersIn(given: unknown): ReadonlySet<string> {
  return new Set(isObject(given) ? Object.values(given).filter(isPlaceholder) : []);
}

export function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && PLACEHOLDER.test(value);
}

/** Whether arguments are exactly `$1`, `$2` and so on, in this order. */
export function arePlaceholders(given: unknown): boolean {
  const values = isObject(given) ? Object.values(given) : [];
  return values.length > 0 && values.every((value, at) => value === `$${at + 1}`);
}
