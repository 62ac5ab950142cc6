import { type CallOptions, type Client, RequestError, type RuntimeMethod, type ServedRuntime } from '@cuecard/core';
import { clientInInitialize } from '../jsonrpc/client.js';
import { ALL_REVISIONS, LOG_LEVELS } from '../jsonrpc/protocol.js';
import type { Service } from './service.js';
import type { Subscriptions } from './subscriptions.js';

/** The sender of a request, as methods see it. */
export interface MethodPeer {
  /** The client after `initialize`. */
  client: Client | undefined;
  /** The index of the lowest log level that the client wants, up to protocol revision 2025-11-25. */
  logLevel: number;
  /** Whether the client can receive the log, up to protocol revision 2025-11-25. */
  readonly hasLog: boolean;
  /** Whether notifications reach the client between its requests. */
  readonly sendsNotifications: boolean;
  readonly service: Service;
  /** The subscriptions to resources, up to protocol revision 2025-11-25 and if notifications reach the client. */
  readonly subscriptions: Subscriptions | undefined;
}

/** A request, as a method sees it. */
export interface MethodCall extends CallOptions {
  readonly peer: MethodPeer;
  /** Sends notifications of changes until the request is cancelled. */
  listen(params: Params): Promise<object>;
}

/** A method that a server answers. */
export interface Method extends Pick<RuntimeMethod, 'name' | 'isCacheable' | 'isPaged'> {
  /** @throws {RequestError} whose message clients may see */
  answer(params: unknown, call: MethodCall): Promise<object>;
}

/** Returns the method with this name in the request's protocol revision. */
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

/** The methods that only protocol revisions up to 2025-11-25 have. */
const SESSION_METHODS: ReadonlyMap<string, Method> = new Map([
  row('initialize', initialize),
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

/** The methods that only protocol revision 2026-07-28 has. */
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
function initialize(params: Params, { peer }: MethodCall): object {
  const client = clientInInitialize({ jsonrpc: '2.0', params });
  peer.client = client;
  const { service, sendsNotifications } = peer;
  const capabilities = service.capabilitiesFor(client, sendsNotifications);
  return { protocolVersion: client.revision, capabilities, ...service.description };
}

/** Answers `server/discover` (2026-07-28: server/discover). */
function discover(_params: Params, { peer: { service }, client }: MethodCall): object {
  const { instructions } = service.description;
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
  throw new RequestError('Subscriptions need a session: send initialize first', { code: -32601 });
}

/** The method of a list that is always empty. */
type EmptyList = Omit<RuntimeMethod, 'capability'>;

/**
 * Answers list requests for kinds that the server does not have with an empty list, because many hosts request tools
 * from every server, and drop a server that returns an error. The declared capabilities do not change.
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
      // No cursor is valid, because the server has issued none.
      if ((params as { readonly cursor?: unknown } | undefined)?.cursor === undefined) return list;
      throw new RequestError('Invalid cursor: request the list without a cursor', { code: -32602 });
    },
  };
}
