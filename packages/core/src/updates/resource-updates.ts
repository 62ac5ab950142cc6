import { functionOf, hasMethods, OptionKind } from '../text/option-kinds.js';

/**
 * Says that resources have changed. Inject it into what changes them: `new ResourceUpdates()` reaches the clients of one
 * process, and those of `@cuecard/redis` and `@cuecard/nats` the clients of all instances. It is a class because
 * dependency injection needs a token that exists at run time.
 */
export class ResourceUpdates {
  readonly #subscribers = new Set<{ readonly updated: (uri?: string) => void }>();

  /**
   * Says that the resource at a URI has changed. Clients that have subscribed to exactly this URI are notified; those that
   * may no longer read it are not. Waits for nothing.
   */
  publish(uri: string): void {
    this.tell(uri);
  }

  /**
   * Calls `updated` with the URI of each resource that has changed, soon after; without one if any may have changed.
   * Returns a function that ends this.
   */
  subscribe(updated: (uri?: string) => void): () => void {
    UPDATED.require('What ResourceUpdates.subscribe() calls', updated);
    const subscriber = { updated };
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** Ends what a subclass keeps open. */
  async close(): Promise<void> {}

  /** Tells the subscribers in this process: of one resource, or that any may have changed. A failing one stops no others. */
  protected tell(uri?: string): void {
    for (const subscriber of this.#subscribers)
      queueMicrotask(() => this.#subscribers.has(subscriber) && subscriber.updated(uri));
  }
}

const UPDATED = functionOf('(uri)');

/** What says which resources have changed. It may come from another copy of this package. */
export const RESOURCE_UPDATES = new OptionKind('an instance of ResourceUpdates', (given) => {
  return hasMethods(given, ['publish', 'subscribe']);
});
