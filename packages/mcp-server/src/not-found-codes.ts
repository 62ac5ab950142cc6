import type { RequestId, Server, Transport } from '@modelcontextprotocol/server';

/** The code for a missing resource up to 2025-11-25 (server/resources, "Error Handling"). */
const RESOURCE_NOT_FOUND = -32002;

type Message = Parameters<Transport['send']>[0];

/** Keeps the code of missing resources: the SDK sends -32602 in its place, in every revision. */
export class NotFoundCodes {
  readonly #requests = new Set<RequestId | undefined>();

  /** Restores the codes of what the server sends, on the transport that it is connected to. */
  constructor(server: Server) {
    const connect = server.connect.bind(server);
    server.connect = (transport) => {
      const send = transport.send.bind(transport);
      transport.send = (message, options) => send(this.#restored(message), options);
      return connect(transport);
    };
  }

  /** Does the work of a request, and takes note of its code if it fails. */
  async watch<T>(id: RequestId, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if ((error as { readonly code?: unknown } | undefined)?.code === RESOURCE_NOT_FOUND) this.#requests.add(id);
      throw error;
    }
  }

  #restored(message: Message): Message {
    if (!('error' in message) || !this.#requests.delete(message.id)) return message;
    return { ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } };
  }
}
