import type { Entry } from './list-search.js';

interface Argument {
  readonly name: string;
  readonly required?: boolean;
}

/** What a host's entry lacks or has otherwise, in words. */
export function entryChanges(plain: Entry, shown: Entry): string[] {
  return [...lostMembers(plain, shown), ...shortened(plain, shown), ...optional(plain, shown)];
}

/** The members that one value has and the other lacks, at any depth. */
export function lostMembers(plain: unknown, shown: unknown): string[] {
  return [...new Set(lostIn(plain, shown))].map((name) => `${name} is left out`);
}

function lostIn(plain: unknown, shown: unknown): string[] {
  if (!isObject(plain) || !isObject(shown)) return [];
  if (plain['type'] !== shown['type']) return []; // Another kind of content has other members.
  return Object.entries(plain).flatMap(([name, value]) => {
    if (Object.hasOwn(shown, name)) return lostIn(value, shown[name]);
    return Array.isArray(plain) ? [] : [name];
  });
}

function shortened({ description: plain }: Entry, { description: shown }: Entry): string[] {
  const isCut = typeof plain === 'string' && typeof shown === 'string' && shown.length < plain.length;
  return isCut ? [`the description is cut to ${shown.length} characters`] : [];
}

function optional(plain: Entry, shown: Entry): string[] {
  const required = new Set(requiredIn(shown));
  const freed = requiredIn(plain).filter((name) => !required.has(name));
  return 'arguments' in shown ? freed.map((name) => `"${name}" becomes optional: a form asks for it`) : [];
}

function requiredIn({ arguments: all = [] }: { readonly arguments?: readonly Argument[] } & object): string[] {
  return all.flatMap(({ name, required }) => (required === true ? [name] : []));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
