// What the official SDKs agree on, told apart by what they hold: this package stands on neither.

export type RequestId = string | number;

/** A JSON-RPC message, as SDKs take and give it. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId | undefined;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown } | undefined;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What a body holds: a message, or a batch of them (2025-03-26). */
export function messagesIn(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

/** Whether a message asks for something. */
export function isRequest(message: unknown): message is Message & { readonly id: RequestId; readonly method: string } {
  return isRecord(message) && typeof message['method'] === 'string' && isId(message['id']);
}

/** Whether a message says how a request has ended. */
export function isAnswer(message: object): boolean {
  return 'result' in message || 'error' in message;
}

/** Whether an id comes back as it came: JavaScript cannot tell numbers of 2^53 and more apart. */
export function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The ids of all that a body asks. */
export function requestsIn(message: unknown): RequestId[] {
  return messagesIn(message)
    .filter(isRequest)
    .map(({ id }) => id);
}

/** Whether a client introduces itself (basic/lifecycle, "Initialization"). */
export function isIntroduction(message: unknown): message is Message & { readonly id: RequestId } {
  return isRequest(message) && message.method === 'initialize';
}

/** Whether a client says that it is ready for requests (basic/lifecycle, "Initialization"). */
export function isIntroduced(message: unknown): boolean {
  return isRecord(message) && message['method'] === 'notifications/initialized';
}

/** A request that its client no longer wants an answer to. */
export interface Cancelled {
  readonly id: RequestId;
  readonly reason: string | undefined;
}

/** The requests that a body cancels. */
export function cancelledIn(message: unknown): Cancelled[] {
  return messagesIn(message).flatMap((each) => {
    const { method, params } = (each ?? {}) as {
      method?: unknown;
      params?: { requestId?: RequestId; reason?: unknown };
    };
    if (method !== 'notifications/cancelled' || params?.requestId === undefined) return [];
    return [{ id: params.requestId, reason: typeof params.reason === 'string' ? params.reason : undefined }];
  });
}
