import { type CallOptions, type Monitor, type ServedRuntime, Turns } from '@cuecard/core';
import { Shares } from '../edge/shares.js';
import type { Holding } from '../edge/held-bytes.js';
import { isKeepable } from '../jsonrpc/message-budget.js';
import { isRecord, type Message, type RequestId } from '../jsonrpc/message.js';
import type { Introduction } from '../shared/server-identity.js';
import { ACKNOWLEDGED, type Filter, LIST_FLAGS, Listener } from './listener.js';

export interface ListenersOptions {
  readonly runtime: ServedRuntime;
  readonly introduction: Introduction;
  /** The maximum number of concurrent listeners. */
  readonly max: number;
  /** The part of it that one caller may use. */
  readonly share?: number;
}

/** The contents of `subscriptions/listen`. */
export interface ListenRequest extends Message {
  readonly id: RequestId;
}

/** A client that requests to listen. */
export interface ListeningClient {
  /** The key under which it counts. */
  readonly caller: string;
  readonly call: CallOptions;
  /** Counts its subscriptions until it ends. */
  readonly holding?: Holding;
  /** Sends it a message. */
  readonly send: (message: Message) => void;
  /** Called when no more is sent. */
  readonly over: () => void;
}

/** The error for a client that cannot listen. */
interface ListenFault {
  readonly code: number;
  readonly message: string;
  readonly limit?: string;
}

/** Whether a message requests notifications until it is cancelled (basic/patterns/subscriptions, 2026-07-28). */
export function isListen(message: unknown): message is ListenRequest {
  return isRecord(message) && message['method'] === 'subscriptions/listen' && message['id'] !== undefined;
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

  /** Starts listening once all watches have started; or returns the error. */
  async open(message: ListenRequest, client: ListeningClient): Promise<Listener | ListenFault> {
    const { runtime, introduction, max } = this.#options;
    const { caller } = client;
    if (this.#open.size >= max) return TOO_MANY;
    if (this.#shares.room(caller) <= 0) return { ...TOO_MANY, limit: 'maxShare' };
    const filter = filterIn(message);
    if (filter === undefined) return NO_FILTER;
    if (!isKeepable([message.id, message.params?.['_meta']])) return TOO_LONG;
    const { holding } = client;
    const listener: Listener = new Listener(message.id, introduction.serverInfo, {
      holding,
      send: (notification) => {
        const { method } = notification;
        if (method !== undefined && method !== ACKNOWLEDGED)
          this.#monitor.count('notifications', 1, { 'mcp.method.name': method });
        client.send(notification);
      },
      over: () => {
        this.#open.delete(listener);
        for (const turns of Object.values(this.#turns)) turns.delete(listener);
        this.#shares.take(caller, -1);
        this.#monitor.count('listeners', -1);
        client.over();
      },
    });
    this.#open.add(listener);
    this.#shares.take(caller, 1);
    this.#monitor.count('listeners');
    await listener.begin(runtime, filter, client.call);
    return listener;
  }

  #promptsChanged(listener: Listener): void {
    listener.listChanged('prompt');
    if (this.#options.runtime.listsPromptsAsTools(listener.client)) listener.listChanged('tool');
  }

  /** Ends all listeners, and accepts no new ones. */
  close(): void {
    this.#endNotices();
    for (const listener of this.#open) listener.finish();
  }
}

function filterIn({ params }: Message): Filter | undefined {
  const filter = params?.['notifications'];
  if (!isRecord(filter)) return undefined;
  const { resourceSubscriptions: uris } = filter;
  const areFlags = LIST_FLAGS.every((flag) => filter[flag] === undefined || typeof filter[flag] === 'boolean');
  const areUris = uris === undefined || (Array.isArray(uris) && uris.every((uri) => typeof uri === 'string'));
  return areFlags && areUris ? filter : undefined;
}

const TOO_MANY = { code: -32603, message: 'Subscription limit reached', limit: 'maxSubscriptions' };
const TOO_LONG = {
  code: -32602,
  message: 'Invalid params for subscriptions/listen: the id and `_meta` are longer than 65536 characters',
};
const NO_FILTER = {
  code: -32602,
  message: "Invalid params: 'notifications' is required and must be a valid SubscriptionFilter",
};
