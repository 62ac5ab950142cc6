import type { Auth, CallOptions, Runtime } from '@cuecard/core';
import { answerEmptyLists } from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { bindSubscriptions } from './bind-subscriptions.js';
import { Peer } from './peer.js';
import { answerRequests } from './requests.js';

export interface BindOptions {
  /**
   * Whether notices reach the client. Where it is false, as over stateless HTTP, the client is offered none: neither of
   * a changed list of prompts nor, with subscriptions, of changed resources.
   * @default true
   */
  readonly notices?: boolean;
  /**
   * Whether questions to the person at the client reach it while its request is being answered. Where they do not, as
   * where answers are single JSON documents, none are asked, and what needs one is refused.
   * @default true
   */
  readonly questions?: boolean;
  /**
   * Whether clients are offered what prompts log, `logging` in the specification, which has deprecated it since. Without
   * a session there is no level that could be set, so nothing is offered where `notices` is false.
   * @default false
   */
  readonly logging?: boolean;
  /**
   * On whose behalf requests are made, where the transport does not say: over stdio, the local user.
   * @default nobody
   */
  readonly auth?: Auth | undefined;
}

/** What the transports of this package know besides. */
export interface WiringOptions extends BindOptions {
  /**
   * Is given work that goes on when its request is over.
   * @default it is not counted
   */
  readonly onOverrun?: CallOptions['onOverrun'];
}

/**
 * Makes a low-level SDK server answer the prompt methods from a runtime, the resource methods too if the runtime has
 * resources, and tell its client of changes. Where nobody has tools or resources, their lists are empty. Bind before the
 * server is connected.
 * @returns the function that ends the notices and the subscriptions; call it when the server's connection has closed
 */
export function bindRuntime(server: Server, runtime: Runtime, options: BindOptions = {}): () => void {
  return bind(server, runtime, options).end;
}

/** A server that has been bound to a runtime. */
interface Binding {
  readonly peer: Peer;
  /** Ends the notices and the subscriptions. */
  readonly end: () => void;
}

/** The same as `bindRuntime`, for those who have to know the client. */
export function bind(server: Server, runtime: Runtime, options: WiringOptions): Binding {
  const { notices = true, questions = true, logging = false, auth, onOverrun } = options;
  const peer = new Peer(server, { auth, questions, logging: logging && notices, onOverrun });
  server.registerCapabilities({ prompts: notices ? { listChanged: true } : {}, completions: {} });
  const { resources } = runtime;
  const endSubscriptions = resources && bindSubscriptions(server, { resources, peer, notices });
  for (const { name, answer } of runtime.methods.values())
    answerRequests(server, name, (params, extra) => answer(params, peer.call(extra)));
  const endEmptyLists = answerEmptyLists(server);
  const endNotices = notices ? notifyOnListChanged(server, runtime) : undefined;
  const end = () => {
    endNotices?.();
    endSubscriptions?.();
    endEmptyLists();
  };
  return { peer, end };
}

function notifyOnListChanged(server: Server, runtime: Runtime): () => void {
  return runtime.onListChanged((kind) => {
    // Before the handshake there is nobody who could know an older list.
    if (server.getClientVersion() === undefined) return;
    const sent = kind === 'resource' ? server.sendResourceListChanged() : server.sendPromptListChanged();
    sent.catch((error: unknown) => server.onerror?.(error as Error));
  });
}
