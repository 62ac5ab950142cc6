/** The maximum length of an array: a longer one is endless or a mistake. */
const MAX_ITEMS = 1_000_000;

/**
 * A copy of an array, with `undefined` for holes. Reads by index, because a custom iterator may never end.
 * @throws {RangeError} if there are more than 1,000,000 items
 */
export function itemsOf<T>(array: readonly T[]): T[] {
  const { length } = array;
  if (length > MAX_ITEMS)
    throw new RangeError(`An array has ${length} items; the maximum is ${MAX_ITEMS}. Give fewer.`);
  return Array.from({ length }, (_, index) => array[index] as T);
}
