import type { Client, ElicitRequest, ElicitResult } from '@cuecard/core';
import { identityIn, MAX_TIMER_MS, type RequestId, revisionIn } from '@cuecard/server/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { methodsWithHandler, rejectClashes } from '../binding/bind.js';
import { type Binding, requireResult, type SdkRequest, type SdkServer } from '../binding/sdk-server.js';

type Fallback = NonNullable<Server['fallbackRequestHandler']>;
type HandlerExtra = Parameters<Fallback>[1];

const SERVERS = new WeakMap<Server, V1Server>();

/**
 * A server of the SDK. The runtime answers through the fallback handler, because before other handlers the SDK
 * validates requests by its schemas, and answers an invalid argument with -32603 and a parser report.
 */
export class V1Server implements SdkServer {
  readonly isEnveloped = false;
  client: Client | undefined;
  readonly #server: Server;
  #binding: Binding | undefined;
  /** The application's own fallback handler. */
  #fallback: Fallback | undefined;

  static of(server: Server): V1Server {
    const known = SERVERS.get(server) ?? new V1Server(server);
    SERVERS.set(server, known);
    return known;
  }

  private constructor(server: Server) {
    this.#server = server;
    this.#shareFallback();
    this.#guardHandlers();
    this.#followConnections();
  }

  install(binding: Binding): void {
    rejectClashes(methodsWithHandler(this.#server, binding.handlers.keys()));
    this.#server.registerCapabilities(binding.capabilities);
    this.#binding?.end();
    this.#binding = binding;
  }

  notify(method: string, params?: object, about?: RequestId): Promise<void> {
    // The names equal those in the specification.
    const notification = { method, params } as Parameters<Server['notification']>[0];
    return this.#server.notification(notification, about === undefined ? {} : { relatedRequestId: about });
  }

  async elicit(form: ElicitRequest, of: { about: RequestId; signal: AbortSignal }): Promise<ElicitResult> {
    const { ElicitResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const request = { method: 'elicitation/create' as const, params: form };
    // The runtime ends the question through its signal.
    const options = { signal: of.signal, timeout: MAX_TIMER_MS, relatedRequestId: of.about };
    return this.#server.request(request, ElicitResultSchema, options);
  }

  report(error: unknown): void {
    this.#server.onerror?.(error as Error);
  }

  /** Keeps the application's fallback handler for requests that the runtime does not answer. */
  #shareFallback(): void {
    this.#fallback = this.#server.fallbackRequestHandler;
    Object.defineProperty(this.#server, 'fallbackRequestHandler', {
      get: () => this.#answer,
      set: (fallback: Fallback | undefined) => {
        this.#fallback = fallback;
      },
    });
  }

  /** Makes handlers of the application throw if they would hide handlers of the runtime. */
  #guardHandlers(): void {
    const server = this.#server;
    const setRequestHandler = server.setRequestHandler.bind(server);
    server.setRequestHandler = (schema, handler) => {
      setRequestHandler(schema, handler);
      const clashes = methodsWithHandler(server, this.#binding?.handlers.keys() ?? []);
      for (const method of clashes) server.removeRequestHandler(method);
      rejectClashes(clashes);
    };
  }

  /** Reads the revision from the response to `initialize`, because the SDK does not keep it. */
  #followConnections(): void {
    const server = this.#server;
    const connect = server.connect.bind(server);
    server.connect = (transport) => {
      if (server.transport !== undefined) return connect(transport); // The SDK rejects a second connection.
      this.client = undefined;
      this.#binding?.reset();
      const send = transport.send.bind(transport);
      transport.send = (message, options) => {
        this.#registerClient(message);
        return send(message, options);
      };
      return connect(transport);
    };
  }

  #registerClient(message: Parameters<Transport['send']>[0]): void {
    const revision = revisionIn(message);
    if (revision === undefined) return;
    const { name, version } = this.#server.getClientVersion() ?? {};
    this.client = Object.freeze({ revision, name, version, capabilities: this.#server.getClientCapabilities() });
  }

  readonly #answer: Fallback = async (request, extra) => {
    const { method, params } = request;
    const sdkRequest = requestOf(extra);
    const result =
      this.#binding?.handlers.get(method)?.(params, sdkRequest) ??
      this.#fallback?.(request, extra) ??
      this.#binding?.answerOthers(method, params, sdkRequest);
    return { ...(await requireResult(result)) };
  };
}

function requestOf({ requestId, signal, sessionId, _meta: meta, authInfo, requestInfo }: HandlerExtra): SdkRequest {
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
