import { type CallOptions, type Monitor, RequestError, type ServedRuntime, Turns } from '@cuecard/core';
import { Shares } from '../edge/shares.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import { isKeepable } from '../jsonrpc/message-limits.js';
import { isRecord, type Message, type RequestId } from '../jsonrpc/message.js';
import type { ServerIntroduction } from '../shared/server-identity.js';
import { ACKNOWLEDGED, type Filter, LIST_FLAGS, Listener } from './listener.js';

export interface ListenersOptions {
  readonly runtime: ServedRuntime;
  readonly introduction: ServerIntroduction;
  /** The maximum number of concurrent listeners. */
  readonly max: number;
  /** The part of it that one caller may use. */
  readonly share?: number;
}

/** A call of `subscriptions/listen`. */
export interface ListeningCall extends CallOptions {
  readonly id: RequestId;
  readonly signal: AbortSignal;
  /** Its client. */
  readonly peer: {
    /** The key under which its listeners count. */
    readonly caller: string;
    /** Counts its subscriptions. */
    readonly holding: CallerBudget | undefined;
  };
  send(message: Message): void;
}

/** All clients that listen to changes. */
export class Listeners {
  readonly #options: ListenersOptions;
  readonly #open = new Set<Listener>();
  readonly #shares: Shares;
  /** The listeners that have not been notified yet of a changed list. */
  readonly #turns = {
    prompt: new Turns<Listener>((listener) => this.#promptsChanged(listener)),
    tool: new Turns<Listener>((listener) => listener.listChanged('tool')),
    resource: new Turns<Listener>((listener) => listener.listChanged('resource')),
  };
  /** One for all listeners, because they are counted up and down. */
  readonly #monitor: Pick<Monitor, 'count'>;
  readonly #endNotices: () => void;

  constructor(options: ListenersOptions) {
    this.#options = options;
    this.#shares = new Shares(options.max, options.share ?? 1);
    const { runtime } = options;
    this.#monitor = runtime.monitor;
    this.#endNotices = runtime.onListChanged((kind) => this.#turns[kind].add(this.#open));
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
    this.#endNotices();
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
    const listener: Listener = new Listener(call.id, {
      serverInfo: this.#options.introduction.serverInfo,
      holding,
      notify: (message) => {
        if (message.method !== ACKNOWLEDGED)
          this.#monitor.count('notifications', 1, { 'mcp.method.name': message.method });
        call.send(message);
      },
      over: () => {
        this.#open.delete(listener);
        for (const turns of Object.values(this.#turns)) turns.delete(listener);
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

function filterIn(params: Message['params']): Filter | undefined {
  const filter = params?.['notifications'];
  if (!isRecord(filter)) return undefined;
  const { resourceSubscriptions: uris } = filter;
  const areFlags = LIST_FLAGS.every((flag) => filter[flag] === undefined || typeof filter[flag] === 'boolean');
  const areUris = uris === undefined || (Array.isArray(uris) && uris.every((uri) => typeof uri === 'string'));
  return areFlags && areUris ? filter : undefined;
}

const TOO_LONG = 'Invalid params for subscriptions/listen: the id and `_meta` are longer than 65536 characters';
const NO_FILTER = "Invalid params: 'notifications' is required and must be a valid SubscriptionFilter";
