import { functionOf, hasMethods, OptionKind } from '../text/option-kinds.js';

/**
 * Publishes changes of resources. Inject it into services that change resources, and give it to the runtime as `updates`.
 * This class reaches the clients of its process. For several instances, extend it: publish to a bus, and call `notify` for
 * everything that the bus delivers.
 */
export class ResourceUpdates {
  readonly #subscribers = new Set<{ readonly updated: (uri?: string) => void }>();

  /**
   * Reports that the resource at a URI has changed. Clients that subscribe to exactly this URI are notified, unless they may
   * no longer read it. Does not wait for them.
   */
  publish(uri: string): void {
    this.notify(uri);
  }

  /**
   * Calls `updated` soon after each change, with the URI of the resource, or without one if any resource may have changed.
   * Returns a function that ends the subscription.
   */
  subscribe(updated: (uri?: string) => void): () => void {
    UPDATED.require('What ResourceUpdates.subscribe() calls', updated);
    const subscriber = { updated };
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /**
   * Notifies the subscribers of this process: of one resource, or that any may have changed, for example after a bus was
   * disconnected. A subscriber that throws does not stop the others.
   */
  protected notify(uri?: string): void {
    for (const subscriber of this.#subscribers)
      queueMicrotask(() => this.#subscribers.has(subscriber) && subscriber.updated(uri));
  }
}

const UPDATED = functionOf('(uri)');

/** The option `updates`, which may come from another copy of this package. */
export const RESOURCE_UPDATES = new OptionKind('an object with the functions publish and subscribe', (given) => {
  return hasMethods(given, ['publish', 'subscribe']);
});
