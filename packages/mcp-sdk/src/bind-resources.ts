import {
  type ListResourcesParams,
  type ListResourceTemplatesParams,
  RequestError,
  type ReadResourceParams,
  type ServedResources,
} from '@cuecard/core';
import { ResourceNotices } from '@cuecard/http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  RequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Peer } from './peer.js';

// They look at the method only; what `params` holds is for the runtime to judge.
const ListResources = RequestSchema.extend({ method: ListResourcesRequestSchema.shape.method });
const ListTemplates = RequestSchema.extend({ method: ListResourceTemplatesRequestSchema.shape.method });
const ReadResource = RequestSchema.extend({ method: ReadResourceRequestSchema.shape.method });
const Subscribe = RequestSchema.extend({ method: SubscribeRequestSchema.shape.method });
const Unsubscribe = RequestSchema.extend({ method: UnsubscribeRequestSchema.shape.method });

type SubscribeParams = { readonly uri: string } | undefined;

interface ResourceBinding {
  readonly resources: ServedResources;
  readonly peer: Peer;
  /** Whether notices reach the client. */
  readonly notices: boolean;
}

/**
 * Makes a server answer the resource methods.
 * @returns the function that ends all subscriptions
 */
export function bindResources(server: Server, { resources, peer, notices }: ResourceBinding): () => void {
  const isOffered = resources.canSubscribe && notices;
  server.registerCapabilities({ resources: isOffered ? { subscribe: true } : {} });
  server.setRequestHandler(ListResources, ({ params }, extra) =>
    resources.list(params as ListResourcesParams | undefined, peer.call(extra)),
  );
  server.setRequestHandler(ListTemplates, ({ params }, extra) =>
    resources.listTemplates(params as ListResourceTemplatesParams | undefined, peer.call(extra)),
  );
  server.setRequestHandler(ReadResource, ({ params }, extra) =>
    resources.read(params as ReadResourceParams | undefined, peer.call(extra)),
  );
  if (isOffered) return bindSubscriptions(server, resources, peer);
  if (resources.canSubscribe) refuseSubscriptions(server);
  return () => {};
}

function bindSubscriptions(server: Server, resources: ServedResources, peer: Peer): () => void {
  const notices = new ResourceNotices((uri) => {
    server.sendResourceUpdated({ uri }).catch((error: unknown) => server.onerror?.(error as Error));
  });
  const subscriptions = resources.subscriptions((uri) => notices.add(uri));
  server.setRequestHandler(Subscribe, async ({ params }, extra) => {
    await subscriptions.add((params as SubscribeParams)?.uri, peer.call(extra));
    return {};
  });
  server.setRequestHandler(Unsubscribe, async ({ params }) => {
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
  for (const method of [Subscribe, Unsubscribe]) {
    server.setRequestHandler(method, () => {
      throw new RequestError('Subscriptions need a session: ask for one with initialize', { code: -32601 });
    });
  }
}
