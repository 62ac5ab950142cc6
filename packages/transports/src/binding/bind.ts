import type { Auth, RuntimeMethod, ServedRuntime } from '@cuecard/core';
import type { Rounds } from '../rounds/rounds.js';
import { EMPTY_LISTS } from '../lane/empty-lists.js';
import { Peer } from './peer.js';
import type { SdkServer } from './sdk-server.js';
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
  readonly auth?: Auth | undefined;
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
  for (const capability of capabilitiesOf(runtime)) server.declare({ [capability]: offered(capability, notices) });
  const { resources } = runtime;
  const endSubscriptions = resources && bindSubscriptions(server, { resources, peer, notices, tells });
  for (const { name, answer } of runtime.methods.values())
    server.answer(name, (params, request) => {
      const call = peer.call(request);
      const { retry } = request;
      if (rounds === undefined || retry === undefined || !rounds.has(name)) return answer(params, call);
      return rounds.answer({ method: name, params, call, retry, answer: (told) => answer(params, told) });
    });
  server.answerOthers((method, params) => EMPTY_LISTS.get(method)?.answer(params));
  const endNotices = tells ? notifyOnListChanged(server, runtime) : undefined;
  const end = () => {
    endNotices?.();
    endSubscriptions?.();
    peer.reset();
  };
  return { peer, end };
}

/** What a runtime offers, as the table of its methods says it. */
function capabilitiesOf({ methods }: ServedRuntime): ReadonlySet<RuntimeMethod['capability']> {
  return new Set([...methods.values()].map(({ capability }) => capability));
}

function offered(capability: RuntimeMethod['capability'], notices: boolean): { listChanged?: true } {
  return notices && capability !== 'completions' ? { listChanged: true } : {}; // Nobody lists these.
}

function notifyOnListChanged(server: SdkServer, runtime: ServedRuntime): () => void {
  return runtime.onListChanged((kind) => {
    if (server.client === undefined && !server.isModern) return; // Before the handshake nobody could know an older list.
    server.notify(`notifications/${kind}s/list_changed`).catch((error) => server.report(error));
  });
}
