import type { GivenAuth, KindName, RuntimeMethod, ServedRuntime } from '@cuecard/core';
import { EMPTY_LISTS } from '@cuecard/server/internal';
import type { Rounds } from '@cuecard/server/internal';
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

/** A server that is bound to a runtime. */
export interface Binding {
  readonly peer: SdkPeer;
  /** Ends the notices and the subscriptions. */
  readonly end: () => void;
}

/**
 * Binds a server to a runtime: it answers the runtime's methods and notifies its client of changes. Bind before the
 * server is connected.
 * @param rounds how users are asked since 2026-07-28; without it, not at all
 */
export function bind(server: SdkServer, runtime: ServedRuntime, options: BindOptions = {}, rounds?: Rounds): Binding {
  const { notices = true, questions = true, logging = false, auth } = options;
  const peer = new SdkPeer(server, { auth, questions, logging: logging && notices });
  const declared = capabilitiesOf(runtime);
  for (const capability of declared) server.declare({ [capability]: offered(capability, notices) });
  const endSubscriptions = bindSubscriptions(server, runtime, { peer, notices });
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
    return others.get(method)?.(params, request) ?? EMPTY_LISTS.get(method)?.answer(params);
  });
  const endNotices = notices ? runtime.onListChanged((kind) => notify(server, runtime, kind)) : undefined;
  const end = () => {
    endNotices?.();
    endSubscriptions();
    peer.reset();
  };
  return { peer, end };
}

/** The capabilities that a runtime offers to every client. */
function capabilitiesOf(runtime: ServedRuntime): ReadonlySet<RuntimeMethod['capability']> {
  const capabilities = [...runtime.methods.values()].map(({ capability }) => capability);
  return new Set(capabilities.filter((capability) => runtime.offers(capability)));
}

function offered(capability: RuntimeMethod['capability'], notices: boolean): { listChanged?: true } {
  return notices && capability !== 'completions' ? { listChanged: true } : {}; // Never listed.
}

/** Notifies the client that the list of a kind has changed. */
function notify(server: SdkServer, runtime: ServedRuntime, kind: KindName): void {
  const { client } = server;
  if (client === undefined && !server.isModern) return; // No client knows an older list before the handshake.
  const send = (list: KindName) => {
    const method = `notifications/${list}s/list_changed`;
    runtime.monitor.count('notifications', 1, { 'mcp.method.name': method });
    server.notify(method).catch((error) => server.report(error));
  };
  send(kind);
  if (kind === 'prompt' && runtime.offers('tools') && runtime.listsPromptsAsTools(client)) send('tool');
}
