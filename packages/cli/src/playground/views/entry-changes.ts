import type { Entry } from './list-search.js';

interface Argument {
  readonly name: string;
  readonly required?: boolean;
}

/** The differences between the entry of a host and the plain entry, as text. */
export function entryChanges(plain: Entry, shown: Entry): string[] {
  return [...removedMembers(plain, shown), ...descriptionChanges(plain, shown), ...optionalChanges(plain, shown)];
}

/** The properties that one value has and the other lacks, at any depth. */
export function removedMembers(plain: unknown, shown: unknown): string[] {
  return [...new Set(removedNames(plain, shown))].map((name) => `${name} is left out`);
}

function removedNames(plain: unknown, shown: unknown): string[] {
  if (!isObject(plain) || !isObject(shown)) return [];
  if (plain['type'] !== shown['type']) return []; // Another type of content has other properties.
  return Object.entries(plain).flatMap(([name, value]) => {
    if (Object.hasOwn(shown, name)) return removedNames(value, shown[name]);
    return Array.isArray(plain) ? [] : [name];
  });
}

function descriptionChanges({ description: plain }: Entry, { description: shown }: Entry): string[] {
  const isCut = typeof plain === 'string' && typeof shown === 'string' && shown.length < plain.length;
  return isCut ? [`the description is cut to ${shown.length} characters`] : [];
}

function optionalChanges(plain: Entry, shown: Entry): string[] {
  const required = new Set(requiredNames(shown));
  const freed = requiredNames(plain).filter((name) => !required.has(name));
  return 'arguments' in shown ? freed.map((name) => `"${name}" becomes optional: a form asks for it`) : [];
}

function requiredNames({ arguments: all = [] }: { readonly arguments?: readonly Argument[] } & object): string[] {
  return all.flatMap(({ name, required }) => (required === true ? [name] : []));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
