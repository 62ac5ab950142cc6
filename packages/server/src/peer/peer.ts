import type { Client, AuthInput, KindName } from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import type { Document } from '../jsonrpc/answer.js';
import {
  cancellationsIn,
  isAnswer,
  isInitializedNotification,
  isRecord,
  type Message,
  type RequestId,
} from '../jsonrpc/message.js';
import { Call, type CallPeer, type Channel } from './call.js';
import { methodFor } from './methods.js';
import { PendingElicitations } from './pending-elicitations.js';
import type { Service } from './service.js';
import { Subscriptions } from './subscriptions.js';

export interface PeerOptions {
  readonly service: Service;
  /** Sends a message that belongs to no request; `undefined` if messages reach the client only in responses. */
  readonly send?: ((message: Message) => void) | undefined;
  /** Whether the server can send elicitation requests. */
  readonly asks: boolean;
  /** The caller to use if the channel does not know the caller. Over stdio, this is the local user. */
  readonly auth?: AuthInput | undefined;
  /** The key under which the client's subscriptions count. */
  readonly caller: string;
  /** Counts the bytes held for the client. */
  readonly holding?: CallerBudget | undefined;
}

/** A validated request. */
export type CheckedRequest = Message & { readonly id: RequestId; readonly method: string };

/** A client: its calls in progress, its subscriptions and the elicitations to its user. */
export class Peer implements CallPeer {
  client: Client | undefined;
  sessionId: string | undefined;
  /** The caller of the latest request. Its rights decide which notifications the client receives. */
  newest: Identity | undefined;
  logLevel = 0;
  readonly service: Service;
  readonly asks: boolean;
  readonly auth: AuthInput | undefined;
  readonly caller: string;
  readonly holding: CallerBudget | undefined;
  readonly subscriptions: Subscriptions | undefined;
  #questions: PendingElicitations | undefined;
  readonly #send: PeerOptions['send'];
  readonly #calls = new Map<RequestId, Call>();
  readonly #endNotifications: (() => void) | undefined;

  constructor({ service, send, asks, auth, caller, holding }: PeerOptions) {
    const { resources } = service.runtime;
    this.service = service;
    this.asks = asks;
    this.auth = auth;
    this.caller = caller;
    this.holding = holding;
    this.#send = send;
    if (send === undefined) return;
    this.#endNotifications = service.runtime.onListChanged((kind) => this.#listChanged(kind));
    if (resources?.canSubscribe !== true) return;
    const notify = (uri: string) => this.#notify('notifications/resources/updated', { uri });
    this.subscriptions = new Subscriptions({ resources, notify, newest: () => this.newest, holding });
  }

  get sendsNotifications(): boolean {
    return this.#send !== undefined;
  }

  /** Whether the client can receive the log. It can set a level only in a session. */
  get hasLog(): boolean {
    return this.service.logging && this.sendsNotifications;
  }

  get questions(): PendingElicitations {
    return (this.#questions ??= new PendingElicitations());
  }

  /** Whether a request with this id is pending. */
  has(id: RequestId): boolean {
    return this.#calls.has(id);
  }

  /** Answers a request, unless the client cancels it. */
  answer({ id, method: name, params }: CheckedRequest, channel: Channel): Promise<Document | undefined> {
    const { envelopes, runtime } = this.service;
    const { isEnveloped } = channel;
    const meta = params?.['_meta'];
    const envelope = isEnveloped && isRecord(meta) ? envelopes.read(meta) : undefined;
    const method = methodFor(name, isEnveloped, runtime);
    const call = new Call(this, { id, method, params, envelope }, channel);
    this.#calls.set(id, call);
    void call.run();
    return call.answered;
  }

  /** Handles a notification, or the response to an elicitation. */
  receive(message: Message): void {
    if (isAnswer(message)) return this.questions.answer(message);
    if (isInitializedNotification(message)) this.questions.markInitialized();
    for (const { id, reason } of cancellationsIn(message)) this.#calls.get(id)?.cancel(reason);
  }

  forget(call: Call): void {
    if (this.#calls.get(call.id) === call) this.#calls.delete(call.id);
  }

  /** Notifies the client that all lists may have changed. */
  notifyOfAllLists(): void {
    for (const kind of ['prompt', 'tool', 'resource'] as const)
      if (this.service.runtime.offers(`${kind}s`, this.client)) this.#listChanged(kind);
  }

  /** Ends the client's calls, elicitations, notifications and subscriptions. */
  end(): void {
    this.#questions?.end();
    for (const call of this.#calls.values()) call.cancel();
    this.#endNotifications?.();
    this.subscriptions?.end();
  }

  #listChanged(kind: KindName): void {
    if (this.client === undefined) return; // The client has no list yet that could be outdated.
    const { runtime } = this.service;
    this.#notify(`notifications/${kind}s/list_changed`);
    if (kind === 'prompt' && runtime.listsPromptsAsTools(this.client)) this.#notify('notifications/tools/list_changed');
  }

  #notify(method: string, params?: Message['params']): void {
    this.service.runtime.monitor.count('notifications', 1, { 'mcp.method.name': method });
    this.#send?.({ jsonrpc: '2.0', method, params });
  }
}
