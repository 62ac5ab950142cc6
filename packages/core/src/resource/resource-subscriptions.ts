import type { CallOptions } from '../api/context.js';
import { RequestError } from '../errors.js';
import { namedUri } from './resource-uri.js';

interface SubscriptionOptions {
  /** Watches a resource; gives the function that ends this, which throws nothing. */
  readonly watch: (uri: string, tell: () => void, call: CallOptions) => Promise<() => void>;
  readonly changed: (uri: string) => void;
  /** How many there may be. */
  readonly most: number;
}

/** What one connection has subscribed to (server/resources, "Subscriptions"). */
export class ResourceSubscriptions {
  readonly #options: SubscriptionOptions;
  readonly #watches = new Map<string, Watch>();

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  /**
   * Subscribes to a resource, whatever the client may have sent as its URI; a second time changes nothing.
   * @throws {NotFoundError} when there is nothing that may be read
   * @throws {RequestError} when there are too many already, or no resource is named
   */
  async add(uri: string | undefined, call: CallOptions = {}): Promise<void> {
    const named = namedUri(uri);
    // What another request has begun may fail for reasons of its own, such as being cancelled.
    for (let begun = this.#watches.get(named); begun !== undefined; begun = this.#watches.get(named)) {
      if (await begun.hasBegun) return;
    }
    await this.#begin(named, call);
  }

  /**
   * Ends a subscription; one that is not there is as good as ended.
   * @throws {RequestError} when no resource is named
   */
  async remove(uri: string | undefined): Promise<void> {
    const named = namedUri(uri);
    const watch = this.#watches.get(named);
    this.#watches.delete(named);
    await watch?.end();
  }

  /** Ends all of them: no more changes are reported. */
  end(): void {
    const watches = [...this.#watches.values()];
    this.#watches.clear();
    for (const watch of watches) void watch.end();
  }

  async #begin(uri: string, call: CallOptions): Promise<void> {
    const { watch, changed, most } = this.#options;
    if (this.#watches.size >= most) throw tooMany(most);
    const begun = new Watch(
      (tell) => watch(uri, tell, call),
      () => changed(uri),
    );
    this.#watches.set(uri, begun);
    if (!(await begun.hasBegun) && this.#watches.get(uri) === begun) this.#watches.delete(uri);
    await begun.stop;
  }
}

/** The watch on one resource, from when it is asked for. */
class Watch {
  /** Resolves to whether the watch started. */
  readonly hasBegun: Promise<boolean>;
  readonly stop: Promise<() => void>;
  #ended = false;

  constructor(begin: (tell: () => void) => Promise<() => void>, changed: () => void) {
    this.stop = begin(() => void (this.#ended || changed()));
    this.hasBegun = this.stop.then(
      () => true,
      () => false,
    );
  }

  async end(): Promise<void> {
    this.#ended = true;
    if (await this.hasBegun) (await this.stop)();
  }
}

function tooMany(most: number): RequestError {
  return new RequestError(`There are ${most} subscriptions already. Unsubscribe from a resource first.`, {
    code: -32602,
    data: { subscriptions: most },
  });
}
