import type { Auth, CallOptions, ServedRuntime } from '@cuecard/core';
import { emptyList } from './empty-lists.js';
import { Peer } from './peer.js';
import type { SdkRequest, SdkServer } from './sdk-server.js';
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
  /** Answers a request in a way of the adapter's own; returns nothing for any other request. */
  readonly answer?: (method: string, params: unknown, call: AdapterCall) => Promise<object> | undefined;
}

/** A request, and the call options that the runtime receives for it. */
export interface AdapterCall {
  readonly request: SdkRequest;
  readonly call: CallOptions;
  /** Asks the runtime. */
  readonly answer: (call: CallOptions) => Promise<object>;
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
  answer: undefined,
};

/**
 * Makes a server answer the methods of a runtime, and notify its client of changes. Bind before the server is connected.
 */
export function bind(server: SdkServer, runtime: ServedRuntime, options: WiringOptions = {}): Binding {
  const { notices, questions, logging, interim, auth, answer: own } = { ...DEFAULTS, ...options };
  const { tells = notices } = options;
  const peer = new Peer(server, { auth, questions, logging: logging && notices, interim });
  server.declare({ prompts: notices ? { listChanged: true } : {}, completions: {} });
  const { resources } = runtime;
  const endSubscriptions = resources && bindSubscriptions(server, { resources, peer, notices, tells });
  for (const { name, answer } of runtime.methods.values())
    server.answer(name, (params, request) => {
      const call = peer.call(request);
      const ask = (told: CallOptions) => answer(params, told);
      return own?.(name, params, { request, call, answer: ask }) ?? ask(call);
    });
  server.answerOthers(emptyList);
  const endNotices = tells ? notifyOnListChanged(server, runtime) : undefined;
  const end = () => {
    endNotices?.();
    endSubscriptions?.();
    peer.reset();
  };
  return { peer, end };
}

function notifyOnListChanged(server: SdkServer, runtime: ServedRuntime): () => void {
  return runtime.onListChanged((kind) => {
    if (server.client === undefined && !server.isModern) return; // Before the handshake nobody could know an older list.
    server.notify(`notifications/${kind}s/list_changed`).catch((error) => server.report(error));
  });
}
