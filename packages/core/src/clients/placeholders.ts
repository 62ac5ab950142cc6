import { isObject } from '../text/option-kinds.js';

const PLACEHOLDER = /^\$\d+$/;

/** The placeholders among arguments, which the host later replaces by what the user types. */
export function placeholdersIn(args: unknown): ReadonlySet<string> {
  return new Set(isObject(args) ? Object.values(args).filter(isPlaceholder) : []);
}

export function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && PLACEHOLDER.test(value);
}

/** Whether arguments are exactly `$1`, `$2` and so on, in this order. */
export function arePlaceholders(args: unknown): boolean {
  const values = isObject(args) ? Object.values(args) : [];
  return values.length > 0 && values.every((value, at) => value === `$${at + 1}`);
}
