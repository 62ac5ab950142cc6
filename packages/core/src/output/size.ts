import { isRecord } from './shape.js';

/** Whether all strings in a value take more than `bytes` bytes of UTF-8. */
export function isLarger(value: unknown, bytes: number): boolean {
  const units = sumOfStrings(value, ({ length }) => length);
  // A UTF-16 code unit takes one to three bytes.
  if (units > bytes) return true;
  return units * 3 > bytes && sumOfStrings(value, (text) => new TextEncoder().encode(text).length) > bytes;
}

function sumOfStrings(value: unknown, measure: (text: string) => number): number {
  if (typeof value === 'string') return measure(value);
  let sum = 0;
  if (Array.isArray(value)) for (const item of value) sum += sumOfStrings(item, measure);
  else if (isRecord(value)) for (const name of Object.keys(value)) sum += sumOfStrings(value[name], measure);
  return sum;
}
