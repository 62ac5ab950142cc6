import type { CallOptions } from '../api/context.js';
import { RequestError } from '../errors.js';
import { namedUri } from './resource-address.js';

interface SubscriptionOptions {
  /** Watches a resource. Resolves to a function that ends the watch and never throws. */
  readonly watch: (uri: string, tell: () => void, call: CallOptions) => Promise<() => void>;
  readonly changed: (uri: string) => void;
  /** The maximum number of subscriptions. */
  readonly most: number;
  /** The maximum length of a URI. */
  readonly maxUriLength: number;
}

/** The subscriptions of one connection (server/resources, "Subscriptions"). */
export class ResourceSubscriptions {
  readonly #options: SubscriptionOptions;
  readonly #watches = new Map<string, Watch>();

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  /**
   * Subscribes to a resource; subscribing again has no effect. Accepts untrusted parameters.
   * @throws {NotFoundError} if the resource does not exist or may not be read
   * @throws {RequestError} if there are too many subscriptions, the URI is too long, or no resource is named
   */
  async add(uri: string | undefined, call: CallOptions = {}): Promise<void> {
    const named = namedUri(uri);
    if (named.length > this.#options.maxUriLength) throw tooLong(named, this.#options.maxUriLength);
    // A watch begun by another request may fail for that request's own reasons, such as cancellation.
    for (let begun = this.#watches.get(named); begun !== undefined; begun = this.#watches.get(named)) {
      if (await begun.hasBegun) return;
    }
    await this.#begin(named, call);
  }

  /** Whether a resource is subscribed to, or will be. */
  has(uri: string): boolean {
    return this.#watches.has(uri);
  }

  /** The maximum number of subscriptions. */
  get max(): number {
    return this.#options.most;
  }

  /**
   * Ends a subscription; a missing one is ignored.
   * @throws {RequestError} if no resource is named
   */
  async remove(uri: string | undefined): Promise<void> {
    const named = namedUri(uri);
    const watch = this.#watches.get(named);
    this.#watches.delete(named);
    await watch?.end();
  }

  /** Ends all subscriptions: further changes are not reported. */
  end(): void {
    const watches = [...this.#watches.values()];
    this.#watches.clear();
    for (const watch of watches) void watch.end();
  }

  async #begin(uri: string, call: CallOptions): Promise<void> {
    const { watch, changed, most } = this.#options;
    if (this.#watches.size >= most) throw tooMany(most);
    const begun = new Watch((tell) => watch(uri, tell, call), reporting(uri, changed));
    this.#watches.set(uri, begun);
    if (!(await begun.hasBegun) && this.#watches.get(uri) === begun) this.#watches.delete(uri);
    await begun.stop;
  }
}

/** The watch on one resource, from the moment it is requested. */
class Watch {
  /** Resolves to whether the watch started. */
  readonly hasBegun: Promise<boolean>;
  readonly stop: Promise<() => void>;
  #ended = false;

  constructor(begin: (tell: () => void) => Promise<() => void>, changed: () => void) {
    this.stop = begin(() => void (this.#ended || changed()));
    this.hasBegun = this.stop.then(
      () => true,
      () => {
        this.#ended = true; // A watch that starts too late may still report changes.
        return false;
      },
    );
  }

  async end(): Promise<void> {
    this.#ended = true;
    if (await this.hasBegun) (await this.stop)();
  }
}

/** Created apart, because closures of one function keep what any of them uses: here, the call. */
function reporting(uri: string, changed: (uri: string) => void): () => void {
  return () => changed(uri);
}

function tooLong({ length }: string, max: number): RequestError {
  return new RequestError(`The URI has ${length} characters. Subscribe to one with at most ${max}.`, {
    code: -32602,
    data: { subscribedUriLength: max },
  });
}

function tooMany(max: number): RequestError {
  return new RequestError(`There are ${max} subscriptions already. Unsubscribe from a resource first.`, {
    code: -32602,
    data: { subscriptions: max },
  });
}
