import { RequestError, type ServedRuntime } from '@cuecard/core';
import { Subscriptions } from '@cuecard/server/internal';
import type { SdkPeer } from './peer.js';
import type { SdkServer } from './sdk-server.js';

interface SubscriptionOptions {
  readonly peer: SdkPeer;
  /** Whether notices reach the client. */
  readonly notices: boolean;
}

const UPDATED = 'notifications/resources/updated';

type SubscribeParams = { readonly uri?: string } | undefined;

/**
 * Makes a server handle subscriptions to the resources of a runtime, as up to 2025-11-25.
 * @returns the function that ends all subscriptions
 */
export function bindSubscriptions(
  server: SdkServer,
  { resources, monitor }: ServedRuntime,
  { peer, notices }: SubscriptionOptions,
): () => void {
  if (resources?.canSubscribe !== true) return () => {};
  if (!notices) {
    refuseSubscriptions(server);
    return () => {};
  }
  server.declare({ resources: { subscribe: true } });
  const notify = (uri: string) => {
    monitor.count('notifications', 1, { 'mcp.method.name': UPDATED });
    server.notify(UPDATED, { uri }).catch((error) => server.report(error));
  };
  const subscriptions = new Subscriptions({ resources, notify, newest: () => undefined, holding: undefined });
  server.answer('resources/subscribe', async (params, request) => {
    await subscriptions.add((params as SubscribeParams)?.uri, peer.call(request));
    return {};
  });
  server.answer('resources/unsubscribe', async (params) => {
    await subscriptions.remove((params as SubscribeParams)?.uri);
    return {};
  });
  return () => subscriptions.end();
}

/** Refuses a client that could subscribe over another connection, with the reason. */
function refuseSubscriptions(server: SdkServer): void {
  for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
    server.answer(method, async () => {
      throw new RequestError('Subscriptions need a session: ask for one with initialize', { code: -32601 });
    });
  }
}
