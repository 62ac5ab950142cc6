import { type Monitor, RequestError, type Resources } from '@cuecard/core';
import { ResourceNotices } from '../shared/resource-notices.js';
import type { Peer } from './peer.js';
import type { SdkServer } from './sdk-server.js';

interface SubscriptionOptions {
  readonly resources: Resources;
  readonly peer: Peer;
  /** Whether notices reach the client. */
  readonly notices: boolean;
  /** Whether the server itself sends them. */
  readonly sendsNotices: boolean;
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

function answerSubscriptions(server: SdkServer, { resources, peer, monitor }: SubscriptionOptions): () => void {
  const notices = new ResourceNotices((uri) => {
    monitor.count('notifications', 1, { 'mcp.method.name': UPDATED });
    server.notify(UPDATED, { uri }).catch((error) => server.report(error));
  });
  const subscriptions = resources.subscriptions((uri) => notices.add(uri));
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
