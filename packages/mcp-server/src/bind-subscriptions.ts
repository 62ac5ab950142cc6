import { RequestError, type Resources } from '@cuecard/core';
import { ResourceNotices } from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/server';
import type { NotFoundCodes } from './not-found-codes.js';
import { UNVALIDATED } from './params.js';
import type { Peer } from './peer.js';

type SubscribeParams = { readonly uri?: string };

interface ResourceBinding {
  /** Nothing if the runtime has no resources. */
  readonly resources: Resources | undefined;
  readonly peer: Peer;
  readonly codes: NotFoundCodes;
  /** Whether notices reach the client. */
  readonly notices: boolean;
  /** Whether the server itself sends them. */
  readonly tells: boolean;
}

/**
 * Declares the resources of a runtime, and makes a server answer their subscriptions.
 * @returns the function that ends all subscriptions
 */
export function bindSubscriptions(
  server: Server,
  { resources, peer, codes, notices, tells }: ResourceBinding,
): () => void {
  if (resources === undefined) return () => {};
  const isOffered = resources.canSubscribe && notices;
  server.registerCapabilities({
    resources: { ...(notices && { listChanged: true }), ...(isOffered && { subscribe: true }) },
  });
  if (isOffered && tells) return answerSubscriptions(server, { resources, peer, codes });
  if (resources.canSubscribe) refuseSubscriptions(server);
  return () => {};
}

interface Answering extends Pick<ResourceBinding, 'peer' | 'codes'> {
  readonly resources: Resources;
}

/** Up to revision 2025-11-25; the SDK does not let these requests through in any later one. */
function answerSubscriptions(server: Server, { resources, peer, codes }: Answering): () => void {
  const notices = new ResourceNotices((uri) => {
    server.sendResourceUpdated({ uri }).catch((error: unknown) => server.onerror?.(error as Error));
  });
  const subscriptions = resources.subscriptions((uri) => notices.add(uri));
  server.setRequestHandler('resources/subscribe', UNVALIDATED, async (params, ctx) => {
    await codes.watch(ctx.mcpReq, subscriptions.add((params as SubscribeParams).uri, peer.call(ctx)));
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', UNVALIDATED, async (params) => {
    const { uri } = params as SubscribeParams;
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
    server.setRequestHandler(method, UNVALIDATED, () => {
      throw new RequestError('Subscriptions need a session: ask for one with initialize', { code: -32601 });
    });
  }
}
