// The common structure of messages in both official SDKs. This package depends on neither.

export type RequestId = string | number;

/** A JSON-RPC message, as SDKs receive and send it. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId | undefined;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown } | undefined;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The error for an invalid message. */
export interface MessageFault {
  readonly code: number;
  readonly message: string;
  /**
   * The id of the request, if the message has one. It is never the id of a response, which could equal the id of a
   * request from the receiver.
   */
  readonly id?: RequestId | undefined;
}

/** The contents of a body: a message, or a batch of messages (2025-03-26). */
export function messagesIn(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

export function isRequest(message: unknown): message is Message & { readonly id: RequestId; readonly method: string } {
  return isRecord(message) && typeof message['method'] === 'string' && isId(message['id']);
}

/** Whether a message must not be answered, even if its params are invalid (JSON-RPC 2.0, "Notification"). */
export function isNotification(message: unknown): boolean {
  return (
    isRecord(message) && message['jsonrpc'] === '2.0' && typeof message['method'] === 'string' && !('id' in message)
  );
}

/** Whether a message is the response to a request. */
export function isAnswer(message: object): boolean {
  return 'result' in message || 'error' in message;
}

/** Whether an id survives a round trip. JavaScript cannot distinguish numbers from 2^53 on. */
export function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a message is `initialize` (basic/lifecycle, "Initialization"). */
export function isInitialize(message: unknown): message is Message & { readonly id: RequestId } {
  return isRequest(message) && message.method === 'initialize';
}

/** Whether a message requests notifications until it is cancelled (2026-07-28: basic/patterns/subscriptions). */
export function isListen(message: unknown): boolean {
  return isRequest(message) && message.method === 'subscriptions/listen';
}

/** Whether a message is `notifications/initialized` (basic/lifecycle, "Initialization"). */
export function isInitializedNotification(message: unknown): boolean {
  return isRecord(message) && message['method'] === 'notifications/initialized';
}

/** The cancellation of a request. */
export interface Cancellation {
  readonly id: RequestId;
  readonly reason: string | undefined;
}

/** The cancellations in a body. */
export function cancellationsIn(message: unknown): Cancellation[] {
  return messagesIn(message).flatMap((each) => {
    const { method, params } = (each ?? {}) as {
      method?: unknown;
      params?: { requestId?: RequestId; reason?: unknown };
    };
    if (method !== 'notifications/cancelled' || params?.requestId === undefined) return [];
    return [{ id: params.requestId, reason: typeof params.reason === 'string' ? params.reason : undefined }];
  });
}
