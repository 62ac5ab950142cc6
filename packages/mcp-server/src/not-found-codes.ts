import type { RequestId, Server, ServerContext, Transport } from '@modelcontextprotocol/server';
import { isStateless } from './client.js';

/** The code for a missing resource up to 2025-11-25 (server/resources, "Error Handling"). */
const RESOURCE_NOT_FOUND = -32002;

type Message = Parameters<Transport['send']>[0];

type WatchedRequest = Pick<ServerContext['mcpReq'], 'id' | 'signal'>;

/** Keeps the code of missing resources: the SDK sends -32602 in its place, whatever the revision. */
export class NotFoundCodes {
  readonly #server: Server;
  readonly #requests = new Set<RequestId | undefined>();

  /** Restores the codes of what the server sends, on the transport that it is connected to. */
  constructor(server: Server) {
    this.#server = server;
    const connect = server.connect.bind(server);
    server.connect = (transport) => {
      const send = transport.send.bind(transport);
      transport.send = (message, options) => send(this.#restored(message), options);
      return connect(transport);
    };
  }

  /** Does the work of a request, and takes note of its code if it fails. */
  async watch<T>({ id, signal }: WatchedRequest, work: Promise<T>): Promise<T> {
    this.#requests.delete(id); // An earlier request of this id may never have been answered.
    try {
      return await work;
    } catch (error) {
      const { code } = (error ?? {}) as { readonly code?: unknown };
      if (code === RESOURCE_NOT_FOUND && !signal.aborted && !this.#isModern) this.#requests.add(id);
      throw error;
    }
  }

  /** Since 2026-07-28 the code must not be sent. */
  get #isModern(): boolean {
    return isStateless(this.#server.getNegotiatedProtocolVersion());
  }

  #restored(message: Message): Message {
    if (!('error' in message) || !this.#requests.delete(message.id)) return message;
    return { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } };
  }
}
