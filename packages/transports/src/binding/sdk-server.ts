import type { Auth, CallOptions, Client, ElicitRequest, ElicitResult } from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import type { MessageGuards } from '../jsonrpc/envelope-fault.js';
import type { Message, RequestId } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { Envelopes } from '../lane/envelopes-dialect.js';
import type { Introduction } from '../shared/server-identity.js';
import type { AdapterCall } from './bind.js';
import type { Revisions } from './revisions.js';

/** A request that an SDK's server has taken in. */
export interface SdkRequest {
  readonly id: RequestId;
  readonly signal: AbortSignal;
  readonly sessionId: string | undefined;
  readonly meta: CallOptions['meta'];
  /** On whose behalf the request is made, if its transport says so. */
  readonly auth: Auth | undefined;
  /** The revision that the request itself names, such as in the header `mcp-protocol-version`. */
  readonly revision: string | null | undefined;
  /** The client, if the request itself says who sends it, as since 2026-07-28. */
  readonly client?: Client | undefined;
  /** The log level that the request asks for, since 2026-07-28. */
  readonly logLevel?: unknown;
}

/** Answers the requests of one method, whose parameters nobody has checked. */
export type SdkHandler = (params: unknown, request: SdkRequest) => Promise<object>;

/** What a server offers (basic/lifecycle, "Capability Negotiation"). */
export interface Capabilities {
  readonly prompts?: { listChanged?: boolean };
  readonly resources?: { listChanged?: boolean; subscribe?: boolean };
  readonly completions?: Record<string, never>;
  readonly logging?: Record<string, never>;
}

/** A server of an official SDK. The two SDKs do the same under different names; an adapter implements this. */
export interface SdkServer {
  /** The client that has introduced itself: the same object until another one does. */
  readonly client: Client | undefined;
  readonly revisions: Revisions;
  /** Whether the server answers requests that stand on their own, as since 2026-07-28. */
  readonly isModern: boolean;
  declare(capabilities: Capabilities): void;
  /** Answers a method of the specification. */
  answer(method: string, handler: SdkHandler): void;
  /** Answers the requests that no handler answers. A handler returns nothing for a method that it does not know. */
  answerOthers(handler: (method: string, params: unknown) => Promise<object> | undefined): void;
  /**
   * Sends a notification.
   * @param about the request that the notification is about
   */
  notify(method: string, params?: object, about?: RequestId): Promise<void>;
  /** Asks the person at the client, for a request of that client. */
  elicit(
    form: ElicitRequest,
    options: { readonly about: RequestId; readonly signal: AbortSignal },
  ): Promise<ElicitResult>;
  /** Reports what went wrong where no request can be told. */
  report(error: unknown): void;
}

/** Who sends a message. */
export interface Sender {
  readonly identity?: Identity | undefined;
  /** The header `mcp-protocol-version`. */
  readonly revision?: string | undefined;
}

/** What a server sends its messages through. */
export interface Wire {
  readonly sessionId?: string | undefined;
  /** @param about the request of the client that the message is about */
  send(message: Message, about?: RequestId): Promise<void>;
  /** Called when the server has let go of the wire. */
  release(): void;
}

/** A server that is connected to a wire. */
export interface ConnectedServer {
  /** Takes a message of the client in. */
  receive(message: Message, sender: Sender): void;
  close(): Promise<void>;
}

/** A server that is not connected yet. */
export interface OpenServer extends SdkServer {
  connect(wire: Wire): Promise<ConnectedServer>;
}

/** What an adapter makes of its SDK. */
export interface Sdk {
  readonly guards: MessageGuards;
  readonly revisions: Revisions;
  /** Makes a server for a connection. */
  open(introduction: Introduction): OpenServer;
  /** What the SDK knows of requests that stand on their own; nothing if it does not. */
  readonly modern?: ModernSdk;
}

/** The headers that repeat what a message says, since 2026-07-28; over stdio there are none. */
export interface MessageHead {
  readonly revision?: string | undefined;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
}

/** What an SDK knows of the revision whose requests stand on their own, 2026-07-28. */
export interface ModernSdk {
  readonly revision: string;
  /** The key under which notices name the request that listens, in `_meta`. */
  readonly subscriptionKey: string;
  /** Returns how requests say themselves who sends them, for a server that introduces itself so. */
  envelopes(introduction: Introduction): Envelopes;
  /** The client that a request's own `_meta` names. */
  clientIn(meta: Readonly<Record<string, unknown>> | undefined): Client;
  /** Returns whether a message is of this revision or of an earlier one, or why it is of none. */
  classify(message: unknown, head: MessageHead): 'modern' | 'legacy' | Refusal;
  /** Makes a server for one request. */
  open(introduction: Introduction): OpenServer;
  /** Answers requests in a way of this revision's own, such as in rounds; returns nothing for all others. */
  answer(method: string, params: unknown, call: AdapterCall): Promise<object> | undefined;
}
