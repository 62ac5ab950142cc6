import type { CallOptions, Client } from '@cuecard/core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  type JSONRPCMessage,
  type RequestInfo,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

/** What the SDK's request handlers are told besides the request. */
interface Extra {
  readonly signal: AbortSignal;
  readonly requestInfo?: RequestInfo | undefined;
}

/** The client at the other end of a server's connection. */
export class Peer {
  readonly #server: Server;
  #introduced: Client | undefined;

  /** Make one before the server is connected. */
  constructor(server: Server) {
    this.#server = server;
    const connect = server.connect.bind(server);
    server.connect = (transport) => {
      if (server.transport === undefined) this.#observe(transport);
      return connect(transport);
    };
  }

  /** What the runtime should know about a request. */
  call({ signal, requestInfo }: Extra): CallOptions {
    return { signal, client: this.#introduced ?? strangerOf(requestInfo?.headers['mcp-protocol-version']) };
  }

  // The SDK's server tells nobody which revision it has agreed to, except its client.
  #observe(transport: Transport): void {
    this.#introduced = undefined;
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const revision = agreedRevision(message);
      if (revision !== undefined) this.#introduced = this.#clientOf(revision);
      return send(message, options);
    };
  }

  #clientOf(revision: string): Client {
    const { name, version } = this.#server.getClientVersion() ?? {};
    return Object.freeze({ revision, name, version, capabilities: this.#server.getClientCapabilities() });
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

/** A client that has not introduced itself: at most a header says which revision it speaks (basic/transports). */
function strangerOf(header: string | string[] | undefined): Client {
  return STRANGERS.get(header) ?? SILENT_STRANGER;
}
