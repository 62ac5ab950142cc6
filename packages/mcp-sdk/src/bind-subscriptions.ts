import { RequestError, type Resources } from '@cuecard/core';
import { ResourceNotices } from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Peer } from './peer.js';
import { answerRequests } from './requests.js';

type SubscribeParams = { readonly uri: string } | undefined;

interface ResourceBinding {
  readonly resources: Resources;
  readonly peer: Peer;
  /** Whether notices reach the client. */
  readonly notices: boolean;
}

/**
 * Declares the resources of a runtime, and makes a server answer their subscriptions.
 * @returns the function that ends all subscriptions
 */
export function bindSubscriptions(server: Server, { resources, peer, notices }: ResourceBinding): () => void {
  const isOffered = resources.canSubscribe && notices;
  server.registerCapabilities({
    resources: { ...(notices && { listChanged: true }), ...(isOffered && { subscribe: true }) },
  });
  if (isOffered) return answerSubscriptions(server, resources, peer);
  if (resources.canSubscribe) refuseSubscriptions(server);
  return () => {};
}

function answerSubscriptions(server: Server, resources: Resources, peer: Peer): () => void {
  const notices = new ResourceNotices((uri) => {
    server.sendResourceUpdated({ uri }).catch((error: unknown) => server.onerror?.(error as Error));
  });
  const subscriptions = resources.subscriptions((uri) => notices.add(uri));
  answerRequests(server, 'resources/subscribe', async (params, extra) => {
    await subscriptions.add((params as SubscribeParams)?.uri, peer.call(extra));
    return {};
  });
  answerRequests(server, 'resources/unsubscribe', async (params) => {
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

/** Says why not, to a client that other connections let subscribe. */
function refuseSubscriptions(server: Server): void {
  for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
    answerRequests(server, method, async () => {
      throw new RequestError('Subscriptions need a session: ask for one with initialize', { code: -32601 });
    });
  }
}
