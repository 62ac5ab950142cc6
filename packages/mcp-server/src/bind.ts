import type { Auth, CallOptions, Runtime } from '@cuecard/core';
import { answerEmptyLists } from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/server';
import { bindSubscriptions } from './bind-subscriptions.js';
import { NotFoundCodes } from './not-found-codes.js';
import { UNVALIDATED } from './params.js';
import { Peer } from './peer.js';
import { PromptGetter } from './prompt-getter.js';
import { RequestState, type RequestStateOptions } from './request-state.js';

export interface BindOptions extends RequestStateOptions {
  /**
   * Whether notices reach the client. Where it is false, as over stateless HTTP, the client is offered none: neither of
   * a changed list of prompts nor, with subscriptions, of changed resources.
   * @default true
   */
  readonly notices?: boolean;
  /**
   * Whether questions to the person at the client reach it while its request is being answered. Where they do not, as
   * where answers are single JSON documents, none are asked, and what needs one is refused. Since 2026-07-28 the question
   * is the answer, and reaches everyone.
   * @default true
   */
  readonly questions?: boolean;
  /**
   * Whether clients are offered what prompts log, `logging` in the specification, which has deprecated it since.
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
  /** @default one of `stateKey` and `stateTtlMs` */
  readonly state?: RequestState;
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
   * Is given work that goes on when its request is over.
   * @default it is not counted
   */
  readonly onOverrun?: CallOptions['onOverrun'];
}

/**
 * Makes a low-level SDK server answer the prompt methods from a runtime, the resource methods too if the runtime has
 * resources, and tell its client of changes. Where nobody has tools or resources, their lists are empty. Bind before the
 * server is connected. A server that answers one HTTP request has nobody to tell: there, since 2026-07-28, changes are for
 * the handler's own `notify`.
 * @returns the function that ends the notices and the subscriptions; call it when the server's connection has closed
 * @throws {RangeError} for a `stateKey` of less than 32 bytes
 */
export function bindRuntime(server: Server, runtime: Runtime, options: BindOptions = {}): () => void {
  return bind(server, runtime, options).end;
}

/** A server that has been bound to a runtime. */
export interface Binding {
  readonly peer: Peer;
  /** Ends the notices and the subscriptions. */
  readonly end: () => void;
}

/** The same as `bindRuntime`, for those who have to know the client. */
export function bind(server: Server, runtime: Runtime, options: WiringOptions): Binding {
  const { notices = true, tells = notices, questions = true, logging = false, interim = true, auth } = options;
  const peer = new Peer(server, { auth, questions, logging, interim, onOverrun: options.onOverrun });
  const codes = new NotFoundCodes(server);
  const get = new PromptGetter(runtime, peer, options.state ?? new RequestState(options));
  server.registerCapabilities({ prompts: notices ? { listChanged: true } : {}, completions: {} });
  const endSubscriptions = bindSubscriptions(server, { resources: runtime.resources, peer, codes, notices, tells });
  for (const { name, answer } of runtime.methods.values())
    server.setRequestHandler(name, UNVALIDATED, (params, ctx) =>
      codes.watch(ctx.mcpReq, answer(params, peer.call(ctx))),
    );
  server.setRequestHandler('prompts/get', UNVALIDATED, (params, ctx) => get.answer(params, ctx));
  const ends = [endSubscriptions, answerEmptyLists(server), tells ? notifyOnListChanged(server, runtime) : undefined];
  const end = () => {
    for (const each of ends) each?.();
    peer.end();
  };
  return { peer, end };
}

function notifyOnListChanged(server: Server, runtime: Runtime): () => void {
  return runtime.onListChanged((kind) => {
    // Before the handshake there is nobody who could know an older list.
    if (server.getNegotiatedProtocolVersion() === undefined) return;
    const sent = kind === 'resource' ? server.sendResourceListChanged() : server.sendPromptListChanged();
    sent.catch((error: unknown) => server.onerror?.(error as Error));
  });
}
