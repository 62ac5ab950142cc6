import { RequestError, type Resources, type ServedRuntime } from '@cuecard/core';
import { Subscriptions } from '@cuecard/server/internal';
import type { SdkPeer } from './peer.js';
import type { SdkHandler, SdkServer } from './sdk-server.js';

export const SUBSCRIBE = 'resources/subscribe';
const UNSUBSCRIBE = 'resources/unsubscribe';
const UPDATED = 'notifications/resources/updated';

type SubscribeParams = { readonly uri?: string } | undefined;

/** The handlers of subscriptions up to 2025-11-25, and the function that ends all subscriptions. */
interface SubscriptionHandlers {
  readonly handlers: readonly (readonly [method: string, handler: SdkHandler])[];
  readonly end: () => void;
}

const reject: SdkHandler = async () => {
  throw new RequestError('Subscriptions need a session: send initialize first', { code: -32601 });
};

/** Rejects a subscription, because the client would not receive notifications over this connection. */
export const REJECTED_SUBSCRIPTIONS: SubscriptionHandlers = {
  handlers: [
    [SUBSCRIBE, reject],
    [UNSUBSCRIBE, reject],
  ],
  end: () => {},
};

/** Lets clients subscribe to the resources of a runtime. */
export function handleSubscriptions(
  server: SdkServer,
  resources: Resources,
  { monitor, peer }: { readonly monitor: ServedRuntime['monitor']; readonly peer: SdkPeer },
): SubscriptionHandlers {
  const notify = (uri: string) => {
    monitor.count('notifications', 1, { 'mcp.method.name': UPDATED });
    server.notify(UPDATED, { uri }).catch((error) => server.report(error));
  };
  const subscriptions = new Subscriptions({ resources, notify, newest: () => undefined, holding: undefined });
  const subscribe: SdkHandler = async (params, request) => {
    await subscriptions.add((params as SubscribeParams)?.uri, peer.call(request));
    return {};
  };
  const unsubscribe: SdkHandler = async (params) => {
    await subscriptions.remove((params as SubscribeParams)?.uri);
    return {};
  };
  const handlers = [[SUBSCRIBE, subscribe] as const, [UNSUBSCRIBE, unsubscribe] as const];
  return { handlers, end: () => subscriptions.end() };
}
