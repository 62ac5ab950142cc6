import { functionOf } from '../text/option-kinds.js';
import { ListenerQueue } from '../listener-queue.js';
import type { Monitor } from '../logging/monitor.js';

/**
 * Publishes changes of resources. Inject it into the services that change resources, and pass it to the runtime as
 * `updates`. This class notifies only clients that are connected to its own process. For several instances, extend it:
 * publish to a message bus, and call `notify` for each message from the bus.
 */
export class ResourceUpdates {
  readonly #subscribers = new Set<{ readonly updated: (uri?: string) => void }>();

  /**
   * Reports that the resource at a URI has changed. Clients that subscribe to exactly this URI are notified if they may
   * still read it. Does not wait for the notifications.
   */
  publish(uri: string): void {
    this.notify(uri);
  }

  /**
   * Calls `updated` soon after each change, with the resource's URI, or without a URI if any resource may have changed.
   * Returns a function that unsubscribes.
   */
  subscribe(updated: (uri?: string) => void): () => void {
    UPDATE_LISTENER.require('The listener of ResourceUpdates.subscribe()', updated);
    const subscriber = { updated };
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /**
   * Notifies the subscribers in this process that a resource has changed. Without a URI, any resource may have changed,
   * for example because the bus was disconnected. A subscriber that throws does not stop other subscribers.
   */
  protected notify(uri?: string): void {
    for (const subscriber of this.#subscribers)
      queueMicrotask(() => this.#subscribers.has(subscriber) && subscriber.updated(uri));
  }
}

const UPDATE_LISTENER = functionOf('(uri)');

type ChangeListener = () => void;

const MISSED_UPDATES = 'updates may be missing, so clients are notified of every resource to which they subscribe';

/** The watches on single resources, all fed by one subscription to `ResourceUpdates`. */
export class UpdateWatches {
  readonly #watches = new Map<string, Set<ChangeListener>>();
  readonly #queue = new ListenerQueue<ChangeListener>((listener) => listener());
  readonly #monitor: () => Monitor;
  #updates: Pick<ResourceUpdates, 'subscribe'> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(monitor: () => Monitor) {
    this.#monitor = monitor;
  }

  /**
   * Uses `updates` from now on instead of the previous updates. Existing watches continue.
   * @throws any error that `subscribe` throws; the previous updates are then kept
   */
  follow(updates: Pick<ResourceUpdates, 'subscribe'> | undefined): void {
    const end = this.#watches.size > 0 ? this.#subscribe(updates) : undefined;
    this.#unsubscribe?.();
    this.#unsubscribe = end;
    this.#updates = updates;
  }

  /** Returns a function that ends the watch. */
  add(uri: string, listener: ChangeListener): () => void {
    this.#unsubscribe ??= this.#subscribe(this.#updates);
    const watches = this.#watches.get(uri) ?? new Set();
    this.#watches.set(uri, watches.add(listener));
    return () => this.#remove(uri, listener);
  }

  /** @throws {TypeError} if `subscribe` returns no function */
  #subscribe(updates: Pick<ResourceUpdates, 'subscribe'> | undefined): (() => void) | undefined {
    const end = updates?.subscribe((uri) => {
      if (uri === undefined) this.#monitor().failed('update bus', MISSED_UPDATES);
      else this.#monitor().succeeded('update bus');
      const watches = uri === undefined ? [...this.#watches.values()] : [this.#watches.get(uri) ?? []];
      this.#queue.add(watches.flatMap((each) => [...each]));
    });
    if (updates === undefined || typeof end === 'function') return end;
    throw new TypeError('The function subscribe of updates must return a function that ends the subscription');
  }

  #remove(uri: string, listener: ChangeListener): void {
    const watches = this.#watches.get(uri);
    this.#queue.delete(listener);
    if (watches?.delete(listener) !== true || watches.size > 0) return;
    this.#watches.delete(uri);
    if (this.#watches.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }
}
