import {
  type AuthInput,
  type CallOptions,
  type Client,
  type ElicitRequest,
  type ElicitResult,
  RequestError,
} from '@cuecard/core';
import type { RequestId, Retry } from '@cuecard/server/internal';

/** A request received by an SDK's server. */
export interface SdkRequest {
  readonly id: RequestId;
  readonly signal: AbortSignal;
  readonly sessionId: string | undefined;
  readonly meta: CallOptions['meta'];
  /** The caller, if the transport knows it. */
  readonly auth: AuthInput | undefined;
  /** The revision that the request names, for example in the header `mcp-protocol-version`. */
  readonly revision: string | null | undefined;
  /** The header `user-agent`. */
  readonly userAgent?: string | undefined;
  /** Compares arguments with the headers that repeat them, since 2026-07-28. */
  readonly checkHeaders?: CallOptions['checkHeaders'];
  /** The client, if the request contains it, as since 2026-07-28. */
  readonly client?: Client | undefined;
  /** The log level in the request, since 2026-07-28. */
  readonly logLevel?: unknown;
  /** The input responses of its client, since 2026-07-28. */
  readonly retry?: Retry | undefined;
}

/** Answers the requests of one method. The parameters are not validated. */
export type SdkHandler = (params: unknown, request: SdkRequest) => Promise<object>;

/**
 * Returns the result of a method.
 * @throws {RequestError} if the method has no handler
 */
export function requireResult<T>(result: T | undefined): T {
  if (result === undefined) throw new RequestError('Method not found', { code: -32601 });
  return result;
}

/** The capabilities of a server (basic/lifecycle, "Capability Negotiation"). */
export interface Capabilities {
  readonly prompts?: { listChanged?: boolean };
  readonly tools?: { listChanged?: boolean };
  readonly resources?: { listChanged?: boolean; subscribe?: boolean };
  readonly completions?: Record<string, never>;
  readonly logging?: Record<string, never>;
}

/** The part of a server that a runtime answers. */
export interface Binding {
  readonly capabilities: Capabilities;
  /** The handlers of the methods that only the runtime may answer. */
  readonly handlers: ReadonlyMap<string, SdkHandler>;
  /** Answers requests that have no other handler. Returns `undefined` for an unknown method. */
  answerOthers(method: string, params: unknown, request: SdkRequest): Promise<object> | undefined;
  /** Resets the client before another one connects. */
  reset(): void;
  /** Ends the notifications and the subscriptions. */
  end(): void;
}

/** A server of an official SDK. The two SDKs differ in names only. */
export interface SdkServer {
  /** The client after `initialize`. The object stays the same until another client connects. */
  readonly client: Client | undefined;
  /** Whether the server answers self-contained requests, as since 2026-07-28. */
  readonly isEnveloped: boolean;
  /**
   * Binds the server to a runtime, and unbinds an earlier runtime.
   * @throws {Error} if the application handles a method of the runtime; the server is then unchanged
   */
  install(binding: Binding): void;
  /**
   * Sends a notification.
   * @param about the request that the notification belongs to
   */
  notify(method: string, params?: Readonly<Record<string, unknown>>, about?: RequestId): Promise<void>;
  /** Asks the user of the client, on behalf of a request of that client. */
  elicit(
    form: ElicitRequest,
    options: { readonly about: RequestId; readonly signal: AbortSignal },
  ): Promise<ElicitResult>;
  /** Reports an error that no request can return. */
  report(error: unknown): void;
}
