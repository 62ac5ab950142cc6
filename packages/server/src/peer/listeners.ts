import {
  type CallOptions,
  type Monitor,
  RequestError,
  type ServedRuntime,
  ListenerQueue,
  type Client,
  type Resources,
} from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import { Shares } from '../edge/shares.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import { isKeepable } from '../jsonrpc/message-limits.js';
import { isRecord, type Message, type RequestId } from '../jsonrpc/message.js';
import type { ServerDescription } from '../shared/server-identity.js';
import { subscriptionBytes } from '../jsonrpc/message-size.js';
import { SERVER_KEY, SUBSCRIPTION_KEY } from '../jsonrpc/protocol.js';
import { MAX_TIMER_MS } from '../shared/limit.js';
import { UpdateNotifications } from '../shared/update-notifications.js';
import { background } from '../shared/timers.js';

interface ListenersOptions {
  readonly runtime: ServedRuntime;
  readonly description: ServerDescription;
  /** The maximum number of concurrent listeners. */
  readonly max: number;
  /** The fraction of the maximum that one caller may use. */
  readonly share?: number;
}

/** A call of `subscriptions/listen`. */
interface ListeningCall extends CallOptions {
  readonly id: RequestId;
  readonly auth?: Identity | undefined;
  readonly signal: AbortSignal;
  /** Its client. */
  readonly peer: {
    /** The key under which the client's listeners count. */
    readonly caller: string;
    /** Counts its subscriptions. */
    readonly holding: CallerBudget | undefined;
  };
  send(message: Message): void;
}

/** The clients that listen to changes. */
export class Listeners {
  readonly #options: ListenersOptions;
  readonly #open = new Set<Listener>();
  readonly #shares: Shares;
  /** The listeners that have not been notified yet of a changed list. */
  readonly #queues = {
    prompt: new ListenerQueue<Listener>((listener) => this.#promptsChanged(listener)),
    tool: new ListenerQueue<Listener>((listener) => listener.listChanged('tool')),
    resource: new ListenerQueue<Listener>((listener) => listener.listChanged('resource')),
  };
  readonly #monitor: Pick<Monitor, 'count'>;
  readonly #endNotifications: () => void;

  constructor(options: ListenersOptions) {
    this.#options = options;
    this.#shares = new Shares(options.max, options.share ?? 1);
    const { runtime } = options;
    this.#monitor = runtime.monitor;
    this.#endNotifications = runtime.onListChanged((kind) => this.#queues[kind].add(this.#open));
  }

  /**
   * Sends notifications of changes until the call is cancelled or the server closes.
   * @throws {RequestError} if the parameters are invalid, or there are too many listeners
   */
  async listen(call: ListeningCall, params: Message['params']): Promise<object> {
    const filter = this.#filterFor(call, params);
    const listener = this.#add(call);
    await listener.begin(this.#options.runtime, filter, call);
    if (call.signal.aborted) listener.end();
    else call.signal.addEventListener('abort', () => listener.end());
    return listener.finished;
  }

  /** Ends all listeners, and accepts no new ones. */
  close(): void {
    this.#endNotifications();
    for (const listener of this.#open) listener.finish();
  }

  #filterFor({ id, peer }: ListeningCall, params: Message['params']): Filter {
    const { runtime, max } = this.#options;
    const isShareUsedUp = this.#shares.room(peer.caller) <= 0;
    if (this.#open.size >= max || isShareUsedUp) {
      runtime.monitor.exceeded(this.#open.size >= max ? 'maxSubscriptions' : 'maxCallerShare');
      throw new RequestError('Subscription limit reached', { code: -32603 });
    }
    const filter = filterIn(params);
    if (filter === undefined) throw new RequestError(NO_FILTER, { code: -32602 });
    if (!isKeepable([id, params?.['_meta']])) throw new RequestError(TOO_LONG, { code: -32602 });
    return filter;
  }

  #add(call: ListeningCall): Listener {
    const { caller, holding } = call.peer;
    const expiry = timerAt(call.auth?.expiresAt, () => listener.finish());
    const listener: Listener = new Listener(call.id, {
      serverInfo: this.#options.description.serverInfo,
      holding,
      notify: (message) => {
        if (message.method !== ACKNOWLEDGED)
          this.#monitor.count('notifications', 1, { 'mcp.method.name': message.method });
        call.send(message);
      },
      onEnd: () => {
        clearTimeout(expiry);
        this.#open.delete(listener);
        for (const queue of Object.values(this.#queues)) queue.delete(listener);
        this.#shares.take(caller, -1);
        this.#monitor.count('listeners', -1);
      },
    });
    this.#open.add(listener);
    this.#shares.take(caller, 1);
    this.#monitor.count('listeners');
    return listener;
  }

  #promptsChanged(listener: Listener): void {
    listener.listChanged('prompt');
    if (this.#options.runtime.listsPromptsAsTools(listener.client)) listener.listChanged('tool');
  }
}

/** Starts a timer for a time in seconds since 1970, if there is one. */
function timerAt(seconds: number | undefined, due: () => void): NodeJS.Timeout | undefined {
  if (seconds === undefined || seconds === Infinity) return undefined;
  return background(setTimeout(due, Math.min(seconds * 1_000 - Date.now(), MAX_TIMER_MS)));
}

function filterIn(params: Message['params']): Filter | undefined {
  const filter = params?.['notifications'];
  if (!isRecord(filter)) return undefined;
  const { resourceSubscriptions: uris } = filter;
  const areFlags = LIST_FLAGS.every((flag) => filter[flag] === undefined || typeof filter[flag] === 'boolean');
  const areUris = uris === undefined || (Array.isArray(uris) && uris.every((uri) => typeof uri === 'string'));
  return areFlags && areUris ? filter : undefined;
}

const TOO_LONG =
  'Invalid params for subscriptions/listen: the id and `_meta` together are longer than 65536 characters';
const NO_FILTER = "Invalid params: 'notifications' is required and must be a valid SubscriptionFilter";

/** The maximum number of resources in one request, if the number of subscriptions is not limited. */
const MAX_RESOURCES = 1_000;

/**
 * The maximum number of watches that one request starts at the same time, because Node warns about more than ten
 * listeners.
 */
const AT_A_TIME = 8;

/** The notifications that a client requests. */
interface Filter extends Readonly<Partial<Record<ListFlag, boolean>>> {
  readonly resourceSubscriptions?: readonly string[];
}

type ListFlag = (typeof LIST_FLAGS)[number];

/** The flags of list change notifications. */
const LIST_FLAGS = ['promptsListChanged', 'resourcesListChanged', 'toolsListChanged'] as const;

/** The notification that acknowledges a request to listen. */
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/** The sources of changes. */
type ChangeSource = Pick<ServedRuntime, 'resources' | 'methods'>;

interface MessageSink {
  /** The properties that describe the server in every result. */
  readonly serverInfo: object;
  /** Counts the subscriptions. */
  readonly holding: CallerBudget | undefined;
  notify(message: Message & { readonly method: string }): void;
  /** Called when no more notifications follow. */
  onEnd(): void;
}

/** A client that listens to changes, until one side ends it (basic/patterns/subscriptions, 2026-07-28). */
class Listener {
  client: Client | undefined;
  /** Resolves to the result when the server ends it. */
  readonly finished: Promise<object>;
  readonly #id: RequestId;
  readonly #sink: MessageSink;
  readonly #notices = new UpdateNotifications((uri) => this.#notify('notifications/resources/updated', { uri }));
  #subscriptions: ReturnType<Resources['subscriptions']> | undefined;
  #honored: Filter = {};
  #hasEnded = false;
  #finish: (result: object) => void = () => {};

  constructor(id: RequestId, sink: MessageSink) {
    this.#id = id;
    this.#sink = sink;
    this.finished = new Promise((resolve) => (this.#finish = resolve));
  }

  /** Watches the sources that the caller may see, and acknowledges them. Treats other sources as missing. */
  async begin({ resources, methods }: ChangeSource, filter: Filter, call: CallOptions): Promise<void> {
    this.client = call.client;
    const { resourceSubscriptions = [] } = filter;
    const uris = await this.#watch(resources, resourceSubscriptions, call);
    const flags = LIST_FLAGS.filter((flag) => filter[flag] === true && methods.has(listOf(flag)));
    if (this.#hasEnded) return void this.#subscriptions?.end(); // The listener ended while the watches started.
    this.#honored = {
      ...Object.fromEntries(flags.map((flag) => [flag, true])),
      ...(uris.length > 0 && { resourceSubscriptions: uris }),
    };
    this.#notify(ACKNOWLEDGED, { notifications: this.#honored });
    if (Object.keys(this.#honored).length === 0) this.finish();
  }

  /** Notifies the client of a changed list, if the client requested such notifications. */
  listChanged(kind: string): void {
    const flag = LIST_FLAGS.find((each) => each === `${kind}sListChanged`);
    if (flag !== undefined && this.#honored[flag] === true) this.#notify(`notifications/${kind}s/list_changed`, {});
  }

  /** Ends the listener with a result. */
  finish(): void {
    if (this.#hasEnded) return;
    const meta = { [SERVER_KEY]: this.#sink.serverInfo, [SUBSCRIPTION_KEY]: this.#id };
    this.#finish({ resultType: 'complete', _meta: meta });
    this.end();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#sink.holding?.end();
    this.#notices.end();
    this.#subscriptions?.end();
    this.#sink.onEnd();
  }

  #notify(method: string, params: object): void {
    const _meta = { [SUBSCRIPTION_KEY]: this.#id };
    if (!this.#hasEnded) this.#sink.notify({ jsonrpc: '2.0', method, params: { ...params, _meta } });
  }

  /**
   * Starts several watches at a time, so that a slow watch does not delay the others. Returns the URIs that are now
   * watched. Ignores resources above the connection's limit, because each watch costs as much as a request.
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
    for (const uri of started) this.#sink.holding?.add(subscriptionBytes(uri));
    return started;
  }
}

/** The list method that belongs to a flag. */
function listOf(flag: ListFlag): string {
  return `${flag.slice(0, -'ListChanged'.length)}/list`;
}
