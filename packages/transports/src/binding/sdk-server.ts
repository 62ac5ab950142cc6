import {
  type GivenAuth,
  type CallOptions,
  type Client,
  type ElicitRequest,
  type ElicitResult,
  RequestError,
} from '@cuecard/core';
import type { Sender } from '../auth/auth-info.js';
import type { Message, RequestId } from '../jsonrpc/message.js';
import type { Retry } from '../rounds/round.js';

/** A request that an SDK's server has taken in. */
export interface SdkRequest {
  readonly id: RequestId;
  readonly signal: AbortSignal;
  readonly sessionId: string | undefined;
  readonly meta: CallOptions['meta'];
  /** On whose behalf the request is made, if its transport says so. */
  readonly auth: GivenAuth | undefined;
  /** The revision that the request itself names, such as in the header `mcp-protocol-version`. */
  readonly revision: string | null | undefined;
  /** Counts work for its caller that goes on when it is over. */
  readonly hold?: ((work: Promise<unknown>) => void) | undefined;
  /** Compares arguments with the headers that repeat them, since 2026-07-28. */
  readonly checkHeaders?: CallOptions['checkHeaders'];
  /** The client, if the request itself says who sends it, as since 2026-07-28. */
  readonly client?: Client | undefined;
  /** The log level that the request asks for, since 2026-07-28. */
  readonly logLevel?: unknown;
  /** What its client has brought back, since 2026-07-28. */
  readonly retry?: Retry | undefined;
}

/** Answers the requests of one method, whose parameters nobody has checked. */
export type SdkHandler = (params: unknown, request: SdkRequest) => Promise<object>;

/**
 * The answer to a method.
 * @throws {RequestError} if there is none
 */
export function known<T>(answer: T | undefined): T {
  if (answer === undefined) throw new RequestError('Method not found', { code: -32601 });
  return answer;
}

/** What a server offers (basic/lifecycle, "Capability Negotiation"). */
export interface Capabilities {
  readonly prompts?: { listChanged?: boolean };
  readonly tools?: { listChanged?: boolean };
  readonly resources?: { listChanged?: boolean; subscribe?: boolean };
  readonly completions?: Record<string, never>;
  readonly logging?: Record<string, never>;
}

/** A server of an official SDK. The two SDKs do the same under different names; an adapter implements this. */
export interface SdkServer {
  /** The client that has introduced itself: the same object until another one does. */
  readonly client: Client | undefined;
  /** Whether the server answers requests that stand on their own, as since 2026-07-28. */
  readonly isModern: boolean;
  /** Whether it declares to each client what that client is offered. */
  readonly declaresByClient?: boolean;
  declare(capabilities: Capabilities): void;
  /** Answers a method of the specification. */
  answer(method: string, handler: SdkHandler): void;
  /** Answers the requests that no handler answers. A handler returns nothing for a method that it does not know. */
  answerOthers(handler: (method: string, params: unknown, request: SdkRequest) => Promise<object> | undefined): void;
  /**
   * Sends a notification.
   * @param about the request that the notification is about
   */
  notify(method: string, params?: Readonly<Record<string, unknown>>, about?: RequestId): Promise<void>;
  /** Asks the person at the client, for a request of that client. */
  elicit(
    form: ElicitRequest,
    options: { readonly about: RequestId; readonly signal: AbortSignal },
  ): Promise<ElicitResult>;
  /** Reports what went wrong where no request can be told. */
  report(error: unknown): void;
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
