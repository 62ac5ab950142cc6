import type { GivenAuth, KindName, RuntimeMethod, ServedRuntime } from '@cuecard/core';
import type { Rounds } from '../rounds/rounds.js';
import { EMPTY_LISTS } from '../lane/empty-lists.js';
import { Peer } from './peer.js';
import type { SdkHandler, SdkServer } from './sdk-server.js';
import { bindSubscriptions } from './subscriptions.js';

export interface BindOptions {
  /**
   * Whether notices reach the client. If not, as over stateless HTTP, the client is offered none: neither of changed lists
   * nor of changed resources.
   * @default true
   */
  readonly notices?: boolean;
  /**
   * Whether questions to the person at the client reach it while its request is being answered. If not, as where answers
   * are single JSON documents, nobody is asked, and what needs an answer is refused. Since 2026-07-28 the question is the
   * answer, and reaches everyone.
   * @default true
   */
  readonly questions?: boolean;
  /**
   * Whether clients are offered what handlers log: `logging` in the specification, which has deprecated it since. Without a
   * session no level could be set, so up to 2025-11-25 nothing is offered where `notices` is false.
   * @default false
   */
  readonly logging?: boolean;
  /**
   * On whose behalf requests are made, if the transport does not say: over stdio, the local user.
   * @default nobody
   */
  readonly auth?: GivenAuth | undefined;
}

/** What the transports know besides. */
export interface WiringOptions extends BindOptions {
  /**
   * Whether the server itself sends the notices that it offers.
   * @default `notices`
   */
  readonly tells?: boolean;
  /**
   * Whether what comes before an answer reaches the client.
   * @default true
   */
  readonly interim?: boolean;
  /**
   * How people are asked since 2026-07-28.
   * @default not at all
   */
  readonly rounds?: Rounds | undefined;
}

/** A server that has been bound to a runtime. */
export interface Binding {
  readonly peer: Peer;
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
};

/**
 * Makes a server answer the methods of a runtime, and notify its client of changes. Bind before the server is connected.
 */
export function bind(server: SdkServer, runtime: ServedRuntime, options: WiringOptions = {}): Binding {
  const { notices, questions, logging, interim, auth, rounds } = { ...DEFAULTS, ...options };
  const { tells = notices } = options;
  const peer = new Peer(server, { auth, questions, logging: logging && notices, interim });
  const declared = capabilitiesOf(runtime);
  for (const capability of declared) server.declare({ [capability]: offered(capability, notices) });
  const { resources } = runtime;
  const endSubscriptions = resources && bindSubscriptions(server, { resources, peer, notices, tells });
  const others = new Map<string, SdkHandler>();
  for (const { name, capability, answer } of runtime.methods.values()) {
    const handler: SdkHandler = (params, request) => {
      const call = peer.call(request);
      const { retry } = request;
      if (rounds === undefined || retry === undefined || !rounds.has(name)) return answer(params, call);
      return rounds.answer({ method: name, params, call, retry, answer: (told) => answer(params, told) });
    };
    if (declared.has(capability)) server.answer(name, handler);
    else others.set(name, handler); // Not every client is offered it, and an SDK refuses what is not declared.
  }
  server.answerOthers((method, params, request) => {
    return others.get(method)?.(params, request) ?? EMPTY_LISTS.get(method)?.answer(params);
  });
  const endNotices = tells ? notifyOnListChanged(server, runtime) : undefined;
  const end = () => {
    endNotices?.();
    endSubscriptions?.();
    peer.reset();
  };
  return { peer, end };
}

/** What a runtime offers to every client. */
function capabilitiesOf(runtime: ServedRuntime): ReadonlySet<RuntimeMethod['capability']> {
  const capabilities = [...runtime.methods.values()].map(({ capability }) => capability);
  return new Set(capabilities.filter((capability) => runtime.offers(capability)));
}

function offered(capability: RuntimeMethod['capability'], notices: boolean): { listChanged?: true } {
  return notices && capability !== 'completions' ? { listChanged: true } : {}; // Nobody lists these.
}

function notifyOnListChanged(server: SdkServer, runtime: ServedRuntime): () => void {
  return runtime.onListChanged((kind) => {
    const { client } = server;
    if (client === undefined && !server.isModern) return; // Before the handshake nobody could know an older list.
    const notify = (list: KindName) => {
      server.notify(`notifications/${list}s/list_changed`).catch((error) => server.report(error));
    };
    notify(kind);
    const isDeclared = server.declaresByClient === true || runtime.offers('tools');
    if (kind === 'prompt' && isDeclared && runtime.listsPromptsAsTools(client)) notify('tool');
  });
}
