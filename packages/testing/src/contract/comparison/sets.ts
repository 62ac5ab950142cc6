/** Returns the values that only the first list has, compared as JSON. */
export function onlyIn<T>(one: readonly T[], other: readonly T[]): T[] {
  const known = new Set(other.map(toSortedJson));
  return one.filter((each) => !known.has(toSortedJson(each)));
}

/** Whether two values are the same JSON, regardless of the order of properties. */
export function isSame(one: unknown, other: unknown): boolean {
  return toSortedJson(one) === toSortedJson(other);
}

/** Formats a value as JSON with sorted properties. */
export function toSortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, member: unknown) => (isObject(member) ? sortMembers(member) : member));
}

function sortMembers(object: object): object {
  return Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists values in a sentence: `"a", "b"`. */
export function valueList(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}
