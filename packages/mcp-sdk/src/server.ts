import { type Client, type ElicitRequest, type ElicitResult, RequestError } from '@cuecard/core';
import {
  type Capabilities,
  type ConnectedServer,
  MAX_TIMER_MS,
  type OpenServer,
  type RequestId,
  Revisions,
  type Sdk,
  type SdkHandler,
  type SdkRequest,
  senderOf,
  toAuthInfo,
  type Wire,
} from '@cuecard/transports';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ClientRequestSchema,
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  ElicitResultSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  RequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

const REVISIONS = new Revisions(SUPPORTED_PROTOCOL_VERSIONS, DEFAULT_NEGOTIATED_PROTOCOL_VERSION);

// The SDK makes one a server, which is dear where each request has its own server. Nothing of a runtime uses it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The v1 SDK, as the transports use it. */
export const sdk: Sdk = {
  revisions: REVISIONS,
  guards: {
    isMessage: (value) => JSONRPCMessageSchema.safeParse(value).success,
    isIntroduction: (message) => InitializeRequestSchema.safeParse(message).success,
  },
  open: ({ serverInfo, ...described }) => new V1Server(new Server(serverInfo, { jsonSchemaValidator, ...described })),
};

type Extra = Parameters<Parameters<Server['setRequestHandler']>[1]>[1];

/** A server of the SDK. */
export class V1Server implements OpenServer {
  readonly revisions = REVISIONS;
  readonly isModern = false;
  readonly #server: Server;
  #client: Client | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  get client(): Client | undefined {
    return this.#client;
  }

  declare(capabilities: Capabilities): void {
    this.#server.registerCapabilities(capabilities);
  }

  // The SDK's own request schemas answer a wrong argument with -32603 and their parser's report. Here only the method is
  // looked at: what `params` holds is for the runtime to judge.
  answer(name: string, handler: SdkHandler): void {
    const schema = ClientRequestSchema.options.find(({ shape }) => shape.method.value === name);
    if (schema === undefined) throw new TypeError(`The SDK has no method "${name}"`);
    const { method } = schema.shape;
    this.#server.setRequestHandler(RequestSchema.extend({ method }), ({ params }, extra) =>
      handler(params, requestOf(extra)),
    );
  }

  answerOthers(handler: (method: string, params: unknown) => Promise<object> | undefined): void {
    const { fallbackRequestHandler: other } = this.#server;
    this.#server.fallbackRequestHandler = async (request, extra) => {
      const answer = other?.(request, extra) ?? handler(request.method, request.params);
      if (answer === undefined) throw new RequestError('Method not found', { code: -32601 });
      return { ...(await answer) };
    };
  }

  notify(method: string, params?: object, about?: RequestId): Promise<void> {
    const notification = { method, params } as Parameters<Server['notification']>[0]; // By name, as the specification has it.
    return this.#server.notification(notification, about === undefined ? {} : { relatedRequestId: about });
  }

  elicit(params: ElicitRequest, { about, signal }: { about: RequestId; signal: AbortSignal }): Promise<ElicitResult> {
    const request = { method: 'elicitation/create' as const, params };
    const options = { signal, timeout: MAX_TIMER_MS, relatedRequestId: about }; // The runtime ends it by the signal.
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
      send: (message, options) => {
        this.meet(message);
        return wire.send(message, options?.relatedRequestId);
      },
      close: async () => transport.onclose?.(),
    };
    this.#server.onclose = () => wire.release();
    await this.#server.connect(transport);
    return {
      receive: (message, sender) => transport.onmessage?.(message as JSONRPCMessage, { authInfo: toAuthInfo(sender) }),
      close: () => this.#server.close(),
    };
  }

  /** Takes note of the client, which an answer to `initialize` introduces: the SDK tells nobody else the revision. */
  meet(answer: JSONRPCMessage): void {
    const revision = agreedRevision(answer);
    if (revision === undefined) return;
    const { name, version } = this.#server.getClientVersion() ?? {};
    this.#client = Object.freeze({ revision, name, version, capabilities: this.#server.getClientCapabilities() });
  }

  /** Forgets the client. */
  forget(): void {
    this.#client = undefined;
  }
}

function requestOf({ requestId, signal, sessionId, _meta: meta, authInfo, requestInfo }: Extra): SdkRequest {
  const { identity, revision = requestInfo?.headers['mcp-protocol-version'], hold } = senderOf(authInfo);
  return { id: requestId, signal, sessionId, meta, auth: identity, revision: revision?.toString(), hold };
}

/** The revision that an answer to `initialize` settles; no other answer looks like one. */
function agreedRevision(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined;
  const { protocolVersion, serverInfo } = message.result;
  return typeof protocolVersion === 'string' && serverInfo !== undefined ? protocolVersion : undefined;
}
