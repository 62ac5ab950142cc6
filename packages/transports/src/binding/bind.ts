import type { GivenAuth, KindName, RuntimeMethod, ServedRuntime } from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import type { Holding } from '../edge/held-bytes.js';
import type { Rounds } from '../rounds/rounds.js';
import { EMPTY_LISTS } from '../lane/empty-lists.js';
import { SdkPeer } from './peer.js';
import type { SdkHandler, SdkServer } from './sdk-server.js';
import { bindSubscriptions } from './subscriptions.js';

export interface BindOptions {
  /**
   * Whether notices reach the client. If not, as in stateless HTTP, neither changed lists nor changed resources are
   * offered.
   * @default true
   */
  readonly notices?: boolean;
  /**
   * Whether questions to the user reach the client while its request is being answered. If not, as for single JSON
   * documents, requests that need an answer are refused. Since 2026-07-28 the question is the answer, and reaches every
   * client.
   * @default true
   */
  readonly questions?: boolean;
  /**
   * Whether clients are offered the log of handlers: `logging` in the specification, which has since deprecated it.
   * Without a session no level could be set, so up to 2025-11-25 it is not offered if `notices` is false.
   * @default false
   */
  readonly logging?: boolean;
  /**
   * The caller of requests whose transport names none: over stdio, the local user.
   * @default none
   */
  readonly auth?: GivenAuth | undefined;
}

/** What only the transports know. */
export interface WiringOptions extends BindOptions {
  /**
   * Whether the server itself sends the notices that it offers.
   * @default `notices`
   */
  readonly sendsNotices?: boolean;
  /**
   * Whether messages before an answer reach the client.
   * @default true
   */
  readonly interim?: boolean;
  /**
   * How users are asked since 2026-07-28.
   * @default not at all
   */
  readonly rounds?: Rounds | undefined;
  /**
   * Returns the caller of the latest request of the session, who decides what is sent without a request.
   * @default the caller of the request that caused it
   */
  readonly newest?: () => Identity | undefined;
  /** Counts what the server keeps for its client. */
  readonly holding?: Holding | undefined;
}

/** A server that is bound to a runtime. */
export interface Binding {
  readonly peer: SdkPeer;
  /** Notifies the client, once introduced, that all lists may have changed. */
  readonly notifyOfAllLists: () => void;
  /** Ends the notices and the subscriptions. */
  readonly end: () => void;
}

const DEFAULTS = {
  notices: true,
  questions: true,
  logging: false,
  interim: true,
  auth: undefined,
  rounds: undefined,
  newest: () => undefined,
  holding: undefined,
};

/**
 * Binds a server to a runtime: it answers the runtime's methods and notifies its client of changes. Bind before the
 * server is connected.
 */
export function bind(server: SdkServer, runtime: ServedRuntime, options: WiringOptions = {}): Binding {
  const { notices, questions, logging, interim, auth, rounds, newest, holding } = { ...DEFAULTS, ...options };
  const { sendsNotices = notices } = options;
  const peer = new SdkPeer(server, { auth, questions, logging: logging && notices, interim });
  const declared = capabilitiesOf(runtime);
  for (const capability of declared) server.declare({ [capability]: offered(capability, notices) });
  const { resources } = runtime;
  const endSubscriptions =
    resources &&
    bindSubscriptions(server, { resources, peer, notices, sendsNotices, newest, holding, monitor: runtime.monitor });
  const others = new Map<string, SdkHandler>();
  for (const { name, capability, answer } of runtime.methods.values()) {
    const handler: SdkHandler = (params, request) => {
      const call = peer.call(request);
      const { retry } = request;
      if (rounds === undefined || retry === undefined || !rounds.has(name)) return answer(params, call);
      return rounds.answer({ method: name, params, call, retry, answer: (asking) => answer(params, asking) });
    };
    if (declared.has(capability)) server.answer(name, handler);
    else others.set(name, handler); // Not every client is offered it, and an SDK refuses undeclared methods.
  }
  server.answerOthers((method, params, request) => {
    return others.get(method)?.(params, request) ?? EMPTY_LISTS.get(method)?.answer(params, undefined as never);
  });
  const notify = listNotices(server, runtime);
  const endNotices = sendsNotices ? runtime.onListChanged(notify) : undefined;
  const notifyOfAllLists = () => {
    for (const [capability, kind] of KINDS) if (runtime.offers(capability, server.client)) notify(kind);
  };
  const end = () => {
    endNotices?.();
    endSubscriptions?.();
    peer.reset();
  };
  return { peer, notifyOfAllLists, end };
}

/** The capabilities that a runtime offers to every client. */
function capabilitiesOf(runtime: ServedRuntime): ReadonlySet<RuntimeMethod['capability']> {
  const capabilities = [...runtime.methods.values()].map(({ capability }) => capability);
  return new Set(capabilities.filter((capability) => runtime.offers(capability)));
}

function offered(capability: RuntimeMethod['capability'], notices: boolean): { listChanged?: true } {
  return notices && capability !== 'completions' ? { listChanged: true } : {}; // Never listed.
}

/** The kinds that have a list, by capability. */
const KINDS: readonly (readonly [RuntimeMethod['capability'], KindName])[] = [
  ['prompts', 'prompt'],
  ['tools', 'tool'],
  ['resources', 'resource'],
];

/** Returns the function that notifies the client that the list of a kind has changed. */
function listNotices(server: SdkServer, runtime: ServedRuntime): (kind: KindName) => void {
  return (kind) => {
    const { client } = server;
    if (client === undefined && !server.isModern) return; // No client knows an older list before the handshake.
    const notify = (list: KindName) => {
      const method = `notifications/${list}s/list_changed`;
      runtime.monitor.count('notifications', 1, { 'mcp.method.name': method });
      server.notify(method).catch((error) => server.report(error));
    };
    notify(kind);
    const isDeclared = server.declaresByClient === true || runtime.offers('tools');
    if (kind === 'prompt' && isDeclared && runtime.listsPromptsAsTools(client)) notify('tool');
  };
}
