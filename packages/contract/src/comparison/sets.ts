/** The values that only the first list has, compared as JSON. */
export function onlyIn<T>(one: readonly T[], other: readonly T[]): T[] {
  const known = new Set(other.map((each) => JSON.stringify(each)));
  return one.filter((each) => !known.has(JSON.stringify(each)));
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Values for a sentence: `"a", "b"`. */
export function listed(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}
