import { type Client, type ElicitRequest, type ElicitResult, RequestError } from '@cuecard/core';
import {
  type Capabilities,
  type ConnectedServer,
  MAX_TIMER_MS,
  type OpenServer,
  type RequestId,
  type SdkHandler,
  type SdkRequest,
  senderOf,
  toAuthInfo,
  type Wire,
} from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

type Fallback = NonNullable<Server['fallbackRequestHandler']>;
type Extra = Parameters<Fallback>[1];

/** What asks handlers: a server may be bound to several runtimes, the last of which counts. */
const OFFERED = new WeakSet<Fallback>();

/** A server of the SDK. */
export class V1Server implements OpenServer {
  readonly isModern = false;
  client: Client | undefined;
  readonly #server: Server;
  readonly #handlers = new Map<string, SdkHandler>();
  #others: Parameters<OpenServer['answerOthers']>[0] = () => undefined;
  /** The application's own, or that of a runtime which has been bound before. */
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

  answerOthers(handler: Parameters<OpenServer['answerOthers']>[0]): void {
    this.#others = handler;
  }

  notify(method: string, params?: object, about?: RequestId): Promise<void> {
    const notification = { method, params } as Parameters<Server['notification']>[0]; // By name, as the specification has it.
    return this.#server.notification(notification, about === undefined ? {} : { relatedRequestId: about });
  }

  async elicit(form: ElicitRequest, of: { about: RequestId; signal: AbortSignal }): Promise<ElicitResult> {
    const { ElicitResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const request = { method: 'elicitation/create' as const, params: form };
    // The runtime ends it by the signal.
    const options = { signal: of.signal, timeout: MAX_TIMER_MS, relatedRequestId: of.about };
    return this.#server.request(request, ElicitResultSchema, options);
  }

  report(error: unknown): void {
    this.#server.onerror?.(error as Error);
  }

  async connect(wire: Wire): Promise<ConnectedServer> {
    const transport: Transport = {
      get sessionId() {
        return wire.sessionId as string;
      },
      start: async () => {},
      send: (message, options) => wire.send(message, options?.relatedRequestId),
      close: async () => transport.onclose?.(),
    };
    this.#server.onclose = () => wire.release();
    await this.#server.connect(transport);
    return {
      receive: (message, sender) => transport.onmessage?.(message as JSONRPCMessage, { authInfo: toAuthInfo(sender) }),
      close: () => this.#server.close(),
    };
  }

  /** Makes the SDK ask the handlers again, if an application has put its own fallback in their place. */
  keepOffering(): void {
    const { fallbackRequestHandler: other } = this.#server;
    if (other === undefined || !OFFERED.has(other)) this.#offer();
  }

  /**
   * Makes the SDK ask the handlers. They stand behind its own: those are checked by its schemas, which answer a wrong
   * argument with -32603 and their parser's report.
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
    if (answer === undefined) throw new RequestError('Method not found', { code: -32601 });
    return { ...(await answer) };
  };
}

function requestOf({ requestId, signal, sessionId, _meta: meta, authInfo, requestInfo }: Extra): SdkRequest {
  const { identity, revision = requestInfo?.headers['mcp-protocol-version'], hold } = senderOf(authInfo);
  return { id: requestId, signal, sessionId, meta, auth: identity, revision: revision?.toString(), hold };
}
