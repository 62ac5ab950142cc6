import { availableParallelism } from 'node:os';

/**
 * Does a piece of work for each item, for as many at once as there are cores.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order in which they came to their ends
 */
export async function sideBySide(items, work) {
  const left = [...items];
  /** @type {Result[]} */
  const results = [];
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results.push(await work(next));
  });
  await Promise.all(workers);
  return results;
}
