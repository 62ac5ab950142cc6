import type { Logger } from '../logging/logger.js';
import { isPending } from '../pending.js';
import type { ResourceReader } from './resource-reader.js';

/** Watches the list of a reader that can; returns the function that ends this. What fails is logged. */
export function watchList(reader: ResourceReader, changed: () => void, logger: () => Logger): () => void {
  const failedTo = (work: string) => (error: unknown) =>
    logger().error(`${reader.constructor.name} failed to ${work} its list`, error);
  const end = attempt(() => reader.watchList?.(changed), failedTo('watch'));
  return () => attempt(() => end?.(), failedTo('end the watch on'));
}

/** Does work that may fail, at once or later. */
function attempt<T>(work: () => T, failed: (error: unknown) => void): T | undefined {
  try {
    const result = work();
    if (isPending<unknown>(result)) void Promise.resolve(result).catch(failed);
    return result;
  } catch (error) {
    failed(error);
    return undefined;
  }
}
