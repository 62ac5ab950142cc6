import type { CallOptions, Resources } from '@cuecard/core';
import { isStateless } from './client.js';

/** How many resources of one request are looked at; the others are as if they were not there. */
const MAX_QUESTIONED = 1_000;

/** How many watches of one request begin at the same time. */
const AT_A_TIME = 16;

/** What a `subscriptions/listen` asks for, as far as resources go. */
interface Listen {
  readonly method: string;
  readonly params?: {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly notifications?: { readonly resourceSubscriptions?: unknown };
  };
}

/** Whether a message asks for notices, for as long as it is not cancelled (basic/patterns/subscriptions, 2026-07-28). */
export function isListen(message: unknown): message is Listen {
  return (message as Listen | undefined)?.method === 'subscriptions/listen';
}

/** One who listens to changes of resources, until it is ended. */
export class Listener {
  readonly #subscriptions: ReturnType<Resources['subscriptions']>;
  #ended = false;

  /** @param changed is told the URI of each resource that has changed */
  constructor(resources: Resources, changed: (uri: string) => void) {
    this.#subscriptions = resources.subscriptions(changed);
  }

  /** Begins to listen, and gives the request with only those resources that the caller may listen to: others are not there. */
  async begin<T extends Listen>(message: T, call: CallOptions): Promise<T> {
    const { notifications } = message.params ?? {};
    const asked = notifications?.resourceSubscriptions;
    if (!Array.isArray(asked) || !isStateless(call.client?.revision)) return message;
    const questioned = asked.slice(0, MAX_QUESTIONED) as unknown[];
    const heard = await this.#heardAmong(questioned, call);
    const resourceSubscriptions = questioned.filter((_, at) => heard.has(at));
    if (this.#ended) this.#subscriptions.end(); // What came about since.
    return { ...message, params: { ...message.params, notifications: { ...notifications, resourceSubscriptions } } };
  }

  end(): void {
    this.#ended = true;
    this.#subscriptions.end();
  }

  /** Begins to watch several at a time: one that hangs must not hold up the others. */
  async #heardAmong(uris: readonly unknown[], call: CallOptions): Promise<ReadonlySet<number>> {
    const heard = new Set<number>();
    let next = 0;
    const beginOthers = async () => {
      for (let at = next++; at < uris.length; at = next++) if (await this.#isHeard(uris[at], call)) heard.add(at);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, beginOthers));
    return heard;
  }

  async #isHeard(uri: unknown, call: CallOptions): Promise<boolean> {
    if (this.#ended) return false;
    // What is not a text is for the SDK to refuse.
    if (typeof uri !== 'string') return true;
    return this.#subscriptions.add(uri, call).then(
      () => true,
      () => false,
    );
  }
}
