import type { Client, ElicitRequest, ElicitResult } from '@cuecard/core';
import { type Capabilities, known, type SdkHandler, type SdkRequest, type SdkServer } from '../binding/sdk-server.js';
import { identityIn, MAX_TIMER_MS, type RequestId } from '@cuecard/server/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';

type Fallback = NonNullable<Server['fallbackRequestHandler']>;
type Extra = Parameters<Fallback>[1];

/** Calls the handlers: a server may be bound to several runtimes, the last of which counts. */
const OFFERED = new WeakSet<Fallback>();

/** A server of the SDK. */
export class V1Server implements SdkServer {
  readonly isModern = false;
  client: Client | undefined;
  readonly #server: Server;
  readonly #handlers = new Map<string, SdkHandler>();
  #others: Parameters<SdkServer['answerOthers']>[0] = () => undefined;
  /** The application's own server, or one that was bound to another runtime before. */
  #fallback: Fallback | undefined;

  constructor(server: Server) {
    this.#server = server;
    this.#offer();
  }

  declare(capabilities: Capabilities): void {
    this.#server.registerCapabilities(capabilities);
  }

  answer(method: string, handler: SdkHandler): void {
    this.#server.removeRequestHandler(method);
    this.#handlers.set(method, handler);
  }

  answerOthers(handler: Parameters<SdkServer['answerOthers']>[0]): void {
    this.#others = handler;
  }

  notify(method: string, params?: object, about?: RequestId): Promise<void> {
    const notification = { method, params } as Parameters<Server['notification']>[0]; // By name, as in the specification.
    return this.#server.notification(notification, about === undefined ? {} : { relatedRequestId: about });
  }

  async elicit(form: ElicitRequest, of: { about: RequestId; signal: AbortSignal }): Promise<ElicitResult> {
    const { ElicitResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const request = { method: 'elicitation/create' as const, params: form };
    // The runtime ends it by its signal.
    const options = { signal: of.signal, timeout: MAX_TIMER_MS, relatedRequestId: of.about };
    return this.#server.request(request, ElicitResultSchema, options);
  }

  report(error: unknown): void {
    this.#server.onerror?.(error as Error);
  }

  /** Restores the handlers if an application has replaced the fallback. */
  keepOffering(): void {
    const { fallbackRequestHandler: other } = this.#server;
    if (other === undefined || !OFFERED.has(other)) this.#offer();
  }

  /**
   * Installs the handlers as the SDK's fallback. The SDK checks its own handlers by its schemas, which answer an
   * invalid argument with -32603 and a parser report.
   */
  #offer(): void {
    this.#fallback = this.#server.fallbackRequestHandler;
    this.#server.fallbackRequestHandler = this.#answer;
    OFFERED.add(this.#answer);
  }

  readonly #answer: Fallback = async (request, extra) => {
    const { method, params } = request;
    const asked = requestOf(extra);
    const handler = this.#handlers.get(method);
    const answer = handler?.(params, asked) ?? this.#fallback?.(request, extra) ?? this.#others(method, params, asked);
    return { ...(await known(answer)) };
  };
}

function requestOf({ requestId, signal, sessionId, _meta: meta, authInfo, requestInfo }: Extra): SdkRequest {
  const { headers = {} } = requestInfo ?? {};
  return {
    id: requestId,
    signal,
    sessionId,
    meta,
    auth: identityIn(authInfo),
    revision: headers['mcp-protocol-version']?.toString(),
    userAgent: headers['user-agent']?.toString(),
  };
}
