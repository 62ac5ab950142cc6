/** The index of the first item that is not less than `least`, in an ascending list. */
export function lowerBound<T extends number | string>(items: readonly T[], least: T): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as T) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
