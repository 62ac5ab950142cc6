import type { Client, ElicitRequest, ElicitResult } from '@cuecard/core';
import {
  clientIn,
  headerCheck,
  identityIn,
  isEnveloped,
  LOG_LEVEL_KEY,
  MAX_TIMER_MS,
  type RequestId,
  type Retry,
} from '@cuecard/server/internal';
import type { Server, ServerContext, StandardSchemaV1 } from '@modelcontextprotocol/server';
import { methodsWithHandler, rejectClashes } from '../binding/bind.js';
import {
  type Binding,
  requireResult,
  type SdkHandler,
  type SdkRequest,
  type SdkServer,
} from '../binding/sdk-server.js';

type Fallback = NonNullable<Server['fallbackRequestHandler']>;

// A schema that accepts everything, because the runtime checks `params`. The SDK's own schemas would answer an invalid
// argument with -32603 and a parser report.
const UNVALIDATED: { readonly params: StandardSchemaV1<object, object> } = {
  params: { '~standard': { version: 1, vendor: 'cuecard', validate: (value) => ({ value: value as object }) } },
};

/** The code of a missing resource up to 2025-11-25 (server/resources, "Error Handling"). */
const RESOURCE_NOT_FOUND = -32002;

/** Converts the context of the SDK to a request. */
function requestOf({ sessionId, http, mcpReq }: ServerContext, isSelfContained: boolean): SdkRequest {
  const { authInfo, req } = http ?? {};
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  return {
    id: mcpReq.id,
    signal: mcpReq.signal,
    sessionId,
    meta: mcpReq._meta,
    auth: identityIn(authInfo),
    revision: req?.headers.get('mcp-protocol-version'),
    userAgent: req?.headers.get('user-agent') ?? undefined,
    checkHeaders: isSelfContained && req ? headerCheck((name) => req.headers.get(`mcp-param-${name}`)) : undefined,
    client: isSelfContained ? clientIn(envelope) : undefined,
    logLevel: envelope[LOG_LEVEL_KEY],
    retry: isSelfContained ? retryOf(mcpReq) : undefined,
  };
}

function retryOf(request: ServerContext['mcpReq']): Retry {
  const { inputResponses, droppedInputResponseKeys = [] } = request;
  // Dropped responses would otherwise count as missing.
  const invalid = droppedInputResponseKeys.map((key) => [key, null]);
  return {
    requestState: request.requestState(),
    inputResponses: { ...inputResponses, ...Object.fromEntries(invalid) },
  };
}

const SERVERS = new WeakMap<Server, V2Server>();

/** A server of the SDK. */
export class V2Server implements SdkServer {
  readonly #server: Server;
  #client: Client | undefined;
  #binding: Binding | undefined;

  static of(server: Server): V2Server {
    const known = SERVERS.get(server) ?? new V2Server(server);
    SERVERS.set(server, known);
    return known;
  }

  private constructor(server: Server) {
    this.#server = server;
    this.#shareFallback();
    this.#guardHandlers();
    this.#followConnections();
  }

  get isEnveloped(): boolean {
    return isEnveloped(this.#server.getNegotiatedProtocolVersion());
  }

  get client(): Client | undefined {
    const revision = this.#server.getNegotiatedProtocolVersion();
    const capabilities = this.#server.getClientCapabilities();
    if (revision === undefined || capabilities === undefined) return undefined;
    if (this.#client?.capabilities === capabilities) return this.#client; // Every `initialize` replaces these.
    const { name, version } = this.#server.getClientVersion() ?? {};
    this.#client = Object.freeze({ revision, name, version, capabilities });
    return this.#client;
  }

  install(binding: Binding): void {
    const server = this.#server;
    const before = this.#binding;
    const methods = [...binding.handlers.keys()];
    rejectClashes(
      methodsWithHandler(server, before ? methods.filter((method) => !before.handlers.has(method)) : methods),
    );
    const { resources: { subscribe: _, ...resources } = {}, ...others } = binding.capabilities;
    server.registerCapabilities(binding.capabilities.resources ? { ...others, resources } : others);
    before?.end();
    for (const method of before?.handlers.keys() ?? []) server.removeRequestHandler(method);
    this.#binding = undefined; // The application may set its handlers again.
    for (const [method, handler] of binding.handlers) this.#answer(method, handler);
    this.#binding = binding;
  }

  notify(method: string, params?: object, about?: RequestId): Promise<void> {
    const notification = params === undefined ? { method } : { method, params: { ...params } };
    return this.#server.notification(notification, about === undefined ? {} : { relatedRequestId: about });
  }

  elicit(params: ElicitRequest, { about, signal }: { about: RequestId; signal: AbortSignal }): Promise<ElicitResult> {
    // The runtime ends the question through its signal.
    const options = { signal, timeout: MAX_TIMER_MS, relatedRequestId: about };
    return this.#server.request({ method: 'elicitation/create', params }, options);
  }

  report(error: unknown): void {
    this.#server.onerror?.(error as Error);
  }

  #answer(method: string, handler: SdkHandler): void {
    this.#server.setRequestHandler(method, UNVALIDATED, async (params, context) => {
      try {
        return { ...(await handler(params, requestOf(context, this.isEnveloped))) };
      } catch (error) {
        this.#answerNotFound(context, error);
        throw error;
      }
    });
  }

  /**
   * Keeps the application's fallback handler for requests that the runtime does not answer. Since 2026-07-28 the
   * runtime adds no fallback, because only the SDK can answer an unknown method with the right HTTP status.
   */
  #shareFallback(): void {
    const server = this.#server;
    let { fallbackRequestHandler: own } = server;
    const answer: Fallback = async (request, context) => {
      const { method, params } = request;
      const others = () => this.#binding?.answerOthers(method, params, requestOf(context, this.isEnveloped));
      return { ...(await requireResult(own?.(request, context) ?? others())) };
    };
    Object.defineProperty(server, 'fallbackRequestHandler', {
      get: () => (this.isEnveloped ? own : answer),
      set: (fallback: Fallback | undefined) => {
        own = fallback;
      },
    });
  }

  /** Makes handlers of the application throw if they would hide handlers of the runtime. */
  #guardHandlers(): void {
    const server = this.#server;
    const { setRequestHandler } = server;
    Object.defineProperty(server, 'setRequestHandler', {
      value: (method: string, ...handler: unknown[]) => {
        if (this.#binding?.handlers.has(method) === true) rejectClashes([method]);
        Reflect.apply(setRequestHandler, server, [method, ...handler]);
      },
    });
  }

  /**
   * Declares subscriptions only before 2026-07-28. Since then, the SDK would acknowledge them itself and send no
   * notifications.
   */
  #followConnections(): void {
    const server = this.#server;
    const connect = server.connect.bind(server);
    server.connect = (transport) => {
      if (server.transport !== undefined) return connect(transport); // The SDK rejects a second connection.
      this.#binding?.reset();
      const { subscribe = false } = this.#binding?.capabilities.resources ?? {};
      if (subscribe && !this.isEnveloped) server.registerCapabilities({ resources: { subscribe } });
      return connect(transport);
    };
  }

  /**
   * Answers with the error code of the revision, because the SDK always sends -32602. Then cancels the request, because
   * the SDK does not answer cancelled requests.
   */
  #answerNotFound({ mcpReq }: ServerContext, error: unknown): void {
    const { code, message, data } = (error ?? {}) as { code?: unknown; message?: string; data?: unknown };
    if (code !== RESOURCE_NOT_FOUND || this.isEnveloped || mcpReq.signal.aborted) return;
    const { transport } = this.#server;
    const sent = { code: RESOURCE_NOT_FOUND, message: message ?? '', ...(data !== undefined && { data }) };
    void transport?.send({ jsonrpc: '2.0', id: mcpReq.id, error: sent }).then(undefined, (fault) => this.report(fault));
    transport?.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: mcpReq.id } });
  }
}
