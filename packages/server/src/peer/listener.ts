import type { CallOptions, Client, Resources, ServedRuntime } from '@cuecard/core';
import type { Message, RequestId } from '../jsonrpc/message.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import { subscriptionBytes } from '../jsonrpc/message-size.js';
import { SERVER_KEY, SUBSCRIPTION_KEY } from '../jsonrpc/meta-keys.js';
import { ResourceNotices } from '../shared/resource-notices.js';

/** The maximum number of resources in one request, if the number of subscriptions is not limited. */
const MAX_RESOURCES = 1_000;

/** The maximum number of watches of one request that start at the same time. Node warns of more than ten listeners of a signal. */
const AT_A_TIME = 8;

/** The notifications that a client requests. */
export interface Filter extends Readonly<Partial<Record<ListFlag, boolean>>> {
  readonly resourceSubscriptions?: readonly string[];
}

type ListFlag = (typeof LIST_FLAGS)[number];

/** The flags of list change notifications. */
export const LIST_FLAGS = ['promptsListChanged', 'resourcesListChanged', 'toolsListChanged'] as const;

/** The notification that answers a request to listen. */
export const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/** The sources of changes. */
type ChangeSource = Pick<ServedRuntime, 'resources' | 'methods'>;

interface MessageSink {
  /** The members that describe the server in every result. */
  readonly serverInfo: object;
  /** Counts the subscriptions. */
  readonly holding: CallerBudget | undefined;
  notify(message: Message & { readonly method: string }): void;
  /** Called when nothing further is sent. */
  over(): void;
}

/** A client that listens to changes, until it is ended (basic/patterns/subscriptions, 2026-07-28). */
export class Listener {
  client: Client | undefined;
  /** Resolves to the result, when the server ends it. */
  readonly finished: Promise<object>;
  readonly #id: RequestId;
  readonly #outlet: MessageSink;
  readonly #notices = new ResourceNotices((uri) => this.#notify('notifications/resources/updated', { uri }));
  #subscriptions: ReturnType<Resources['subscriptions']> | undefined;
  #honored: Filter = {};
  #hasEnded = false;
  #finish: (result: object) => void = () => {};

  constructor(id: RequestId, outlet: MessageSink) {
    this.#id = id;
    this.#outlet = outlet;
    this.finished = new Promise((resolve) => (this.#finish = resolve));
  }

  /** Watches the sources that the caller may see, and acknowledges these; others are treated as missing. */
  async begin({ resources, methods }: ChangeSource, filter: Filter, call: CallOptions): Promise<void> {
    this.client = call.client;
    const { resourceSubscriptions = [] } = filter;
    const uris = await this.#watch(resources, resourceSubscriptions, call);
    const flags = LIST_FLAGS.filter((flag) => filter[flag] === true && methods.has(listOf(flag)));
    if (this.#hasEnded) return void this.#subscriptions?.end(); // The changes since then.
    this.#honored = {
      ...Object.fromEntries(flags.map((flag) => [flag, true])),
      ...(uris.length > 0 && { resourceSubscriptions: uris }),
    };
    this.#notify(ACKNOWLEDGED, { notifications: this.#honored });
    if (Object.keys(this.#honored).length === 0) this.finish();
  }

  /** Notifies the client of a changed list, if it requested that. */
  listChanged(kind: string): void {
    const flag = LIST_FLAGS.find((each) => each === `${kind}sListChanged`);
    if (flag !== undefined && this.#honored[flag] === true) this.#notify(`notifications/${kind}s/list_changed`, {});
  }

  /** Ends it with a result. */
  finish(): void {
    if (this.#hasEnded) return;
    const meta = { [SERVER_KEY]: this.#outlet.serverInfo, [SUBSCRIPTION_KEY]: this.#id };
    this.#finish({ resultType: 'complete', _meta: meta });
    this.end();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#outlet.holding?.end();
    this.#notices.end();
    this.#subscriptions?.end();
    this.#outlet.over();
  }

  #notify(method: string, params: object): void {
    const _meta = { [SUBSCRIPTION_KEY]: this.#id };
    if (!this.#hasEnded) this.#outlet.notify({ jsonrpc: '2.0', method, params: { ...params, _meta } });
  }

  /**
   * Starts several watches at a time, so that a slow one does not delay the others. Returns the started ones. Resources
   * beyond the number that one connection may subscribe to are ignored, because each costs as much as a request.
   */
  async #watch(resources: Resources | undefined, requested: readonly string[], call: CallOptions): Promise<string[]> {
    if (resources?.canSubscribe !== true || requested.length === 0) return [];
    const subscriptions = resources.subscriptions((uri) => this.#notices.add(uri));
    const uris = [...new Set(requested)].slice(0, Math.min(subscriptions.max, MAX_RESOURCES));
    this.#subscriptions = subscriptions;
    const isWatched = (uri: string) =>
      subscriptions.add(uri, call).then(
        () => true,
        () => false,
      );
    const watched = new Set<number>();
    let next = 0;
    const beginOthers = async () => {
      for (let at = next++; at < uris.length && !this.#hasEnded; at = next++)
        if (await isWatched(uris[at] as string)) watched.add(at);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, beginOthers));
    const started = uris.filter((_, at) => watched.has(at));
    for (const uri of started) this.#outlet.holding?.add(subscriptionBytes(uri));
    return started;
  }
}

/** The list method of a flag. */
function listOf(flag: ListFlag): string {
  return `${flag.slice(0, -'ListChanged'.length)}/list`;
}
