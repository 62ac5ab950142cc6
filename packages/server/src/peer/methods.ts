import { type CallOptions, type Client, RequestError, type RuntimeMethod, type ServedRuntime } from '@cuecard/core';
import { clientIntroducedBy } from '../jsonrpc/client.js';
import { ALL_REVISIONS, LOG_LEVELS } from '../jsonrpc/protocol.js';
import type { Service } from './service.js';
import type { Subscriptions } from './subscriptions.js';

/** The sender of a request, as its methods see it. */
export interface MethodPeer {
  /** The client that `initialize` has introduced. */
  client: Client | undefined;
  /** The index of the least severe level that the client wants of the log, up to 2025-11-25. */
  logLevel: number;
  /** Whether the client is offered the log, up to 2025-11-25. */
  readonly hasLog: boolean;
  /** Whether notifications reach the client between its requests. */
  readonly sendsNotices: boolean;
  readonly service: Service;
  /** The subscriptions to resources up to 2025-11-25; nothing if no notification reaches the client. */
  readonly subscriptions: Subscriptions | undefined;
}

/** A request, as its method sees it. */
export interface MethodCall extends CallOptions {
  readonly peer: MethodPeer;
  /** Sends notifications of changes until the request is cancelled. */
  listen(params: Params): Promise<object>;
}

/** A method that a server answers. */
export interface Method extends Pick<RuntimeMethod, 'name' | 'isCacheable' | 'isPaged'> {
  /** @throws {RequestError} that is fit for the client */
  answer(params: unknown, call: MethodCall): Promise<object>;
}

/** Returns the method of this name for a request, in the revision of the request. */
export function methodFor(name: string, isEnveloped: boolean, runtime: Pick<ServedRuntime, 'methods'>): Method {
  const own = isEnveloped ? ENVELOPE_METHODS : SESSION_METHODS;
  return runtime.methods.get(name) ?? own.get(name) ?? EMPTY_LISTS.get(name) ?? UNKNOWN;
}

type Params = Readonly<Record<string, unknown>> | undefined;

function row(
  name: string,
  answer: (params: Params, call: MethodCall) => Promise<object> | object,
  isCacheable = false,
): [string, Method] {
  const method = {
    name,
    isCacheable,
    isPaged: false,
    answer: async (params: unknown, call: MethodCall) => answer(params as Params, call),
  };
  return [name, method];
}

/** The methods that only revisions up to 2025-11-25 have. */
const SESSION_METHODS: ReadonlyMap<string, Method> = new Map([
  row('initialize', introduce),
  row('ping', () => ({})),
  row('logging/setLevel', setLevel),
  row('resources/subscribe', async (params, call) => {
    await subscriptionsOf(call.peer).add(params?.['uri'] as string | undefined, call);
    return {};
  }),
  row('resources/unsubscribe', async (params, { peer }) => {
    await subscriptionsOf(peer).remove(params?.['uri'] as string | undefined);
    return {};
  }),
]);

/** The methods that only revision 2026-07-28 has. */
const ENVELOPE_METHODS: ReadonlyMap<string, Method> = new Map([
  row('server/discover', discover, true),
  row('subscriptions/listen', (params, call) => call.listen(params)),
]);

const [, UNKNOWN] = row('', () => {
  throw notFound();
});

function notFound(): RequestError {
  return new RequestError('Method not found', { code: -32601 });
}

/** Answers `initialize` (basic/lifecycle, "Initialization"). */
function introduce(params: Params, { peer }: MethodCall): object {
  const client = clientIntroducedBy({ jsonrpc: '2.0', params });
  peer.client = client;
  const { service, sendsNotices } = peer;
  const capabilities = service.capabilitiesFor(client, sendsNotices);
  return { protocolVersion: client.revision, capabilities, ...service.introduction };
}

/** Answers `server/discover` (2026-07-28: server/discover). */
function discover(_params: Params, { peer: { service }, client }: MethodCall): object {
  const { instructions } = service.introduction;
  return {
    supportedVersions: ALL_REVISIONS,
    capabilities: service.capabilitiesFor(client, true),
    ...(instructions !== undefined && { instructions }),
  };
}

function setLevel(params: Params, { peer }: MethodCall): object {
  if (!peer.hasLog) throw notFound();
  const level = LOG_LEVELS.indexOf(params?.['level']);
  if (level === -1) throw new RequestError(`level must be one of ${LOG_LEVELS.join(', ')}`, { code: -32602 });
  peer.logLevel = level;
  return {};
}

function subscriptionsOf({ subscriptions, service }: MethodPeer): Subscriptions {
  if (subscriptions !== undefined) return subscriptions;
  if (service.runtime.resources?.canSubscribe !== true) throw notFound();
  throw new RequestError('Subscriptions need a session: ask for one with initialize', { code: -32601 });
}

/** The method of an empty list. */
type EmptyList = Omit<RuntimeMethod, 'capability'>;

/**
 * Empty answers to list requests of kinds that a server does not offer: many hosts request tools from every server, and
 * treat an error as a dead server. The declared capabilities stay unchanged.
 */
export const EMPTY_LISTS: ReadonlyMap<string, EmptyList> = new Map([
  ['prompts/list', emptyList('prompts/list', { prompts: [] })],
  ['tools/list', emptyList('tools/list', { tools: [] })],
  ['resources/list', emptyList('resources/list', { resources: [] })],
  ['resources/templates/list', emptyList('resources/templates/list', { resourceTemplates: [] })],
]);

function emptyList(name: string, list: object): EmptyList {
  Object.freeze(list);
  return {
    name,
    isCacheable: true,
    isPaged: true,
    async answer(params) {
      // The same as a server with content would answer: it has issued no cursor.
      if ((params as { readonly cursor?: unknown } | undefined)?.cursor === undefined) return list;
      throw new RequestError('Invalid cursor: ask for the list without one', { code: -32602 });
    },
  };
}
