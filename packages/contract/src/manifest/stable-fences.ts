/** The markers of `untrusted`. */
const MARKER = /(<\/?untrusted-)([0-9a-f]{20})(?![0-9a-f])/g;

/** A copy in which the random boundaries of fences are numbered in their order. */
export function withStableFences<Value>(value: Value): Value {
  const numbers = new Map<string, number>();
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return number;
  };
  const replaced = (_key: string, member: unknown) =>
    typeof member === 'string'
      ? member.replace(MARKER, (_, start: string, id: string) => start + numberOf(id))
      : member;
  return JSON.parse(JSON.stringify(value, replaced)) as Value;
}
