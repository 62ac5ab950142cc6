import { type CallOptions, type Monitor, RequestError, type Resources } from '@cuecard/core';
import { hasRightsOf, type Identity } from '../auth/identity.js';
import type { Holding } from '../edge/held-bytes.js';
import { subscriptionBytes } from '../edge/message-weight.js';
import { ResourceNotices } from '../shared/resource-notices.js';
import type { SdkPeer } from './peer.js';
import type { SdkServer } from './sdk-server.js';

interface SubscriptionOptions {
  readonly resources: Resources;
  readonly peer: SdkPeer;
  /** Whether notices reach the client. */
  readonly notices: boolean;
  /** Whether the server itself sends them. */
  readonly sendsNotices: boolean;
  /** Returns the caller of the latest request, if there is one. */
  readonly newest: () => Identity | undefined;
  /** Counts the subscriptions. */
  readonly holding: Holding | undefined;
  readonly monitor: Pick<Monitor, 'count'>;
}

const UPDATED = 'notifications/resources/updated';

type SubscribeParams = { readonly uri?: string } | undefined;

/**
 * Makes a server handle subscriptions to the resources of a runtime, as up to 2025-11-25.
 * @returns the function that ends all subscriptions
 */
export function bindSubscriptions(server: SdkServer, options: SubscriptionOptions): () => void {
  const { resources, notices, sendsNotices } = options;
  const isOffered = resources.canSubscribe && notices;
  if (isOffered) server.declare({ resources: { subscribe: true } });
  if (isOffered && sendsNotices) return answerSubscriptions(server, options);
  if (resources.canSubscribe) refuseSubscriptions(server);
  return () => {};
}

function answerSubscriptions(server: SdkServer, options: SubscriptionOptions): () => void {
  const { resources, peer, newest, holding, monitor } = options;
  const notify = (uri: string) => {
    monitor.count('notifications', 1, { 'mcp.method.name': UPDATED });
    server.notify(UPDATED, { uri }).catch((error) => server.report(error));
  };
  const notices = new ResourceNotices((uri) => subscriptions.ifAllowed(uri, newest(), () => notify(uri)));
  const subscriptions = new CheckedSubscriptions(resources, holding, (uri) => notices.add(uri));
  server.answer('resources/subscribe', async (params, request) => {
    await subscriptions.add((params as SubscribeParams)?.uri, peer.call(request));
    return {};
  });
  server.answer('resources/unsubscribe', async (params) => {
    const uri = (params as SubscribeParams)?.uri;
    const removed = subscriptions.remove(uri);
    if (uri !== undefined) notices.drop(uri);
    await removed;
    return {};
  });
  return () => {
    subscriptions.end();
    notices.end();
  };
}

/** Refuses a client that could subscribe over another connection, with the reason. */
function refuseSubscriptions(server: SdkServer): void {
  for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
    server.answer(method, async () => {
      throw new RequestError('Subscriptions need a session: ask for one with initialize', { code: -32601 });
    });
  }
}

/** Subscriptions whose callers may lose rights. */
class CheckedSubscriptions {
  readonly #subscriptions: ReturnType<Resources['subscriptions']>;
  readonly #holding: Holding | undefined;
  readonly #calls = new Map<string, CallOptions>();

  constructor(resources: Resources, holding: Holding | undefined, changed: (uri: string) => void) {
    this.#holding = holding;
    this.#subscriptions = resources.subscriptions(changed);
  }

  /** Subscribes; checks the rights again if a caller with other ones has subscribed before. */
  async add(uri: string | undefined, { client, sessionId, auth, ...call }: CallOptions): Promise<void> {
    const before = uri === undefined ? undefined : this.#calls.get(uri);
    if (before !== undefined && !hasRightsOf(before.auth, auth)) await this.remove(uri);
    await this.#subscriptions.add(uri, { ...call, client, sessionId, auth });
    if (uri === undefined || !this.#subscriptions.has(uri)) return; // It has been ended meanwhile.
    if (!this.#calls.has(uri)) this.#holding?.add(subscriptionBytes(uri));
    this.#calls.set(uri, { client, sessionId, auth });
  }

  remove(uri: string | undefined): Promise<void> {
    if (uri !== undefined && this.#calls.delete(uri)) this.#holding?.release(subscriptionBytes(uri));
    return this.#subscriptions.remove(uri);
  }

  end(): void {
    this.#calls.clear();
    this.#subscriptions.end();
  }

  /** Notifies the caller unless they may no longer subscribe to a resource: then the subscription is ended. */
  ifAllowed(uri: string, caller: Identity | undefined, notify: () => void): void {
    const call = this.#calls.get(uri);
    if (call === undefined || caller === undefined || hasRightsOf(call.auth, caller)) return notify();
    this.add(uri, { ...call, auth: caller }).then(notify, () => {});
  }
}
