/** The markers of `untrusted`. */
const MARKER = /(<\/?untrusted-)([0-9a-f]{20})(?![0-9a-f])/g;

/**
 * A copy in which the random boundaries of fences are numbered in their order: `<untrusted-1 …>`. Two results of the same
 * prompt are then equal.
 */
export function withStableFences<Value>(value: Value): Value {
  return numbered(value, new Map()) as Value;
}

function numbered(value: unknown, numbers: Map<string, number>): unknown {
  if (typeof value === 'string')
    return value.replace(MARKER, (_, start: string, id: string) => start + numberOf(id, numbers));
  if (Array.isArray(value)) return value.map((item) => numbered(item, numbers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, numbered(member, numbers)]));
}

function numberOf(id: string, numbers: Map<string, number>): number {
  const number = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, number);
  return number;
}
