import type { Client, ElicitRequest, ElicitResult } from '@cuecard/core';
import { type Capabilities, known, type SdkHandler, type SdkRequest, type SdkServer } from '../binding/sdk-server.js';
import {
  clientIn,
  headerCheck,
  identityIn,
  isModern,
  LOG_LEVEL_KEY,
  MAX_TIMER_MS,
  type RequestId,
} from '@cuecard/server/internal';
import type { Server, ServerContext, StandardSchemaV1 } from '@modelcontextprotocol/server';

// The SDK's own request schemas answer an invalid argument with -32603 and a parser report. This schema accepts
// everything, because the runtime checks `params`.
const UNVALIDATED: { readonly params: StandardSchemaV1<object, object> } = {
  params: { '~standard': { version: 1, vendor: 'cuecard', validate: (value) => ({ value: value as object }) } },
};

/** The code of a missing resource up to 2025-11-25 (server/resources, "Error Handling"). */
const RESOURCE_NOT_FOUND = -32002;

/** A request from the SDK to a handler. */
class V2Request implements SdkRequest {
  readonly #context: ServerContext;
  readonly auth: SdkRequest['auth'];
  readonly revision: SdkRequest['revision'];
  readonly userAgent: SdkRequest['userAgent'];
  readonly checkHeaders: SdkRequest['checkHeaders'];
  readonly client: Client | undefined;

  constructor(context: ServerContext, isOfModernServer: boolean) {
    const { http, mcpReq } = context;
    const { headers } = http?.req ?? {};
    this.#context = context;
    this.auth = identityIn(http?.authInfo);
    this.revision = headers?.get('mcp-protocol-version');
    this.userAgent = headers?.get('user-agent') ?? undefined;
    this.checkHeaders = isOfModernServer ? checkOf(http?.req) : undefined;
    this.client = isOfModernServer ? clientIn(mcpReq.envelope) : undefined;
  }

  get id(): RequestId {
    return this.#context.mcpReq.id;
  }

  get signal(): AbortSignal {
    return this.#context.mcpReq.signal;
  }

  get sessionId(): string | undefined {
    return this.#context.sessionId;
  }

  get meta(): SdkRequest['meta'] {
    return this.#context.mcpReq._meta;
  }

  get retry(): SdkRequest['retry'] {
    if (this.client === undefined) return undefined;
    const { mcpReq } = this.#context;
    const { inputResponses, droppedInputResponseKeys: malformed = [] } = mcpReq;
    return { requestState: mcpReq.requestState(), inputResponses, malformed };
  }

  get logLevel(): unknown {
    const envelope: Readonly<Record<string, unknown>> = this.#context.mcpReq.envelope ?? {};
    return envelope[LOG_LEVEL_KEY];
  }
}

/** Checks the headers of a request to the application's own server. */
function checkOf(request: globalThis.Request | undefined): SdkRequest['checkHeaders'] {
  return request && headerCheck((name) => request.headers.get(`mcp-param-${name}`));
}

/** A server of the SDK. */
export class V2Server implements SdkServer {
  readonly #server: Server;
  #client: Client | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  get isModern(): boolean {
    return isModern(this.#server.getNegotiatedProtocolVersion());
  }

  get client(): Client | undefined {
    const revision = this.#server.getNegotiatedProtocolVersion();
    const capabilities = this.#server.getClientCapabilities();
    if (revision === undefined || capabilities === undefined) return undefined;
    if (this.#client?.capabilities === capabilities) return this.#client; // Every `initialize` sends them anew.
    const { name, version } = this.#server.getClientVersion() ?? {};
    this.#client = Object.freeze({ revision, name, version, capabilities });
    return this.#client;
  }

  declare(capabilities: Capabilities): void {
    this.#server.registerCapabilities(capabilities);
  }

  answer(method: string, handler: SdkHandler): void {
    this.#server.setRequestHandler(method, UNVALIDATED, async (params, context) => {
      try {
        return { ...(await handler(params, new V2Request(context, this.isModern))) };
      } catch (error) {
        this.#answerNotFound(context, error);
        throw error;
      }
    });
  }

  answerOthers(handler: Parameters<SdkServer['answerOthers']>[0]): void {
    const { fallbackRequestHandler: other } = this.#server;
    this.#server.fallbackRequestHandler = async (request, context) => {
      const { method, params } = request;
      const answer = other?.(request, context) ?? handler(method, params, new V2Request(context, this.isModern));
      return { ...(await known(answer)) };
    };
  }

  notify(method: string, params?: object, about?: RequestId): Promise<void> {
    const notification = params === undefined ? { method } : { method, params: { ...params } };
    return this.#server.notification(notification, about === undefined ? {} : { relatedRequestId: about });
  }

  elicit(params: ElicitRequest, { about, signal }: { about: RequestId; signal: AbortSignal }): Promise<ElicitResult> {
    const options = { signal, timeout: MAX_TIMER_MS, relatedRequestId: about }; // The runtime ends it by its signal.
    return this.#server.request({ method: 'elicitation/create', params }, options);
  }

  report(error: unknown): void {
    this.#server.onerror?.(error as Error);
  }

  /**
   * Answers with the code of the revision: the SDK always sends -32602 instead. The SDK does not answer cancelled
   * requests.
   */
  #answerNotFound({ mcpReq }: ServerContext, error: unknown): void {
    const { code, message, data } = (error ?? {}) as { code?: unknown; message?: string; data?: unknown };
    if (code !== RESOURCE_NOT_FOUND || this.isModern || mcpReq.signal.aborted) return;
    const { transport } = this.#server;
    const sent = { code: RESOURCE_NOT_FOUND, message: message ?? '', ...(data !== undefined && { data }) };
    void transport?.send({ jsonrpc: '2.0', id: mcpReq.id, error: sent }).then(undefined, (fault) => this.report(fault));
    transport?.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: mcpReq.id } });
  }
}
