import type { RuntimeServices } from '../request/request.js';
import type { Awaitable } from '../types.js';
import type { End } from './resource-source.js';

/**
 * Watches the list of a reader or of a class; returns the function that ends this. What fails is logged.
 * @param services those of the runtime as they are then
 */
export function watchList(name: string, begin: () => Awaitable<End>, services: () => RuntimeServices): () => void {
  const failedTo = (work: string) => (error: unknown) =>
    services().logger.error(`${name} failed to ${work} its list`, error);
  const begun = attempt(begin, failedTo('watch'));
  return () => void attempt(async () => (await begun)?.(), failedTo('end the watch on'));
}

/** Does work that may fail, at once or later. */
async function attempt<T>(work: () => Awaitable<T>, failed: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    failed(error);
    return undefined;
  }
}
