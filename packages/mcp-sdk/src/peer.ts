import { type Auth, type CallOptions, type Client, showsForms } from '@cuecard/core';
import { identityOf, progressTo, Questions } from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  ElicitResultSchema,
  type JSONRPCMessage,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { ClientLog } from './client-log.js';
import type { Extra } from './extra.js';

/** As long as a timer can be: how long a person may take is for the runtime to say, which ends the question by its signal. */
const MAX_MS = 2 ** 31 - 1;

type Elicit = NonNullable<CallOptions['elicit']>;

type Asked = [params: Parameters<Elicit>[0], options: { signal: AbortSignal; timeout: number }];

interface PeerOptions {
  /** Whose requests these are, where the transport does not say. */
  readonly auth: Auth | undefined;
  /** Whether the client is offered the log. */
  readonly logging: boolean;
  /** Whether the client can be asked anything. */
  readonly questions: boolean;
  readonly onOverrun: CallOptions['onOverrun'];
}

/** The client at the other end of a server's connection. */
export class Peer {
  readonly #server: Server;
  readonly #options: PeerOptions;
  readonly #log: ClientLog | undefined;
  #questions = new Questions();
  #introduced: Client | undefined;
  #isAskable = false;

  /** Make one before the server is connected. */
  constructor(server: Server, options: PeerOptions) {
    this.#server = server;
    this.#options = options;
    this.#log = options.logging ? new ClientLog(server) : undefined;
    const connect = server.connect.bind(server);
    server.connect = (transport) => {
      if (server.transport === undefined) this.#observe(transport);
      return connect(transport);
    };
  }

  /** What the people at the client are being asked. */
  get questions(): Questions {
    return this.#questions;
  }

  /** The client, once it has introduced itself. */
  get client(): Client | undefined {
    return this.#introduced;
  }

  /** How a request that is answered past the SDK asks the person at the client; nothing where nobody can be asked. */
  get asking(): ((request: RequestId) => Elicit) | undefined {
    return this.#isAskable ? (requestId) => this.#elicitFor(requestId) : undefined;
  }

  /** What the runtime should know about a request. */
  call(extra: Extra): CallOptions {
    const { signal, requestId, sessionId, _meta: meta, authInfo, requestInfo } = extra;
    return {
      signal,
      requestId,
      sessionId,
      meta,
      client: this.#introduced ?? strangerOf(requestInfo?.headers['mcp-protocol-version']) ?? SILENT_STRANGER,
      auth: authInfo === undefined ? this.#options.auth : identityOf(authInfo),
      progress: this.#progress(extra),
      log: this.#log?.of(extra, this.#failed),
      elicit: this.#isAskable ? this.#elicit(extra) : undefined,
      onOverrun: this.#options.onOverrun,
    };
  }

  #progress({ _meta: meta, sendNotification }: Extra): CallOptions['progress'] {
    if (meta?.progressToken === undefined) return undefined;
    return progressTo(meta.progressToken, (params) => {
      sendNotification({ method: 'notifications/progress', params }).catch(this.#failed);
    });
  }

  #elicit({ requestId, sendRequest }: Extra): Elicit {
    return this.#asks(requestId, (params, options) => {
      return sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema, options);
    });
  }

  #elicitFor(requestId: RequestId): Elicit {
    return this.#asks(requestId, (params, options) => {
      const request = { method: 'elicitation/create' as const, params };
      return this.#server.request(request, ElicitResultSchema, { ...options, relatedRequestId: requestId });
    });
  }

  #asks(requestId: RequestId, send: (...asked: Asked) => ReturnType<Elicit>): Elicit {
    const questions = this.#questions;
    return (params, { signal }) =>
      questions.ask(requestId, signal, (question) => send(params, { signal: question, timeout: MAX_MS }));
  }

  // A client that cannot be told how things are going is no reason for them to fail.
  readonly #failed = (error: unknown) => this.#server.onerror?.(error as Error);

  // The SDK's server tells nobody which revision it has agreed to, except its client.
  #observe(transport: Transport): void {
    this.#introduced = undefined;
    this.#isAskable = false;
    this.#questions = new Questions();
    this.#log?.reset();
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const revision = agreedRevision(message);
      if (revision !== undefined) this.#meet(revision);
      return send(message, options);
    };
  }

  #meet(revision: string): void {
    const { name, version } = this.#server.getClientVersion() ?? {};
    const client = Object.freeze({ revision, name, version, capabilities: this.#server.getClientCapabilities() });
    this.#introduced = client;
    this.#isAskable = this.#options.questions && showsForms(client);
  }
}

/** The revision that an answer to `initialize` settles; no other answer looks like one. */
function agreedRevision(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined;
  const { protocolVersion, serverInfo } = message.result;
  return typeof protocolVersion === 'string' && serverInfo !== undefined ? protocolVersion : undefined;
}

const STRANGERS = new Map<unknown, Client>(
  SUPPORTED_PROTOCOL_VERSIONS.map((revision) => [revision, Object.freeze({ revision })]),
);
const SILENT_STRANGER: Client = Object.freeze({ revision: DEFAULT_NEGOTIATED_PROTOCOL_VERSION });

/**
 * A client that has not introduced itself: at most a header says which revision it speaks (basic/transports). Nothing
 * for a revision that the SDK does not know.
 */
export function strangerOf(header: string | string[] | undefined): Client | undefined {
  return header === undefined ? SILENT_STRANGER : STRANGERS.get(header);
}
