// The only file that imports the SDK's server. It is imported when the first request needs it.
import { type Introduction, MODERN_REVISION, type Wire } from '@cuecard/transports';
import {
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  Server,
  type ServerOptions,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';

// The SDK makes one a server, which is dear where each request has its own server. Nothing of a runtime uses it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

export function makeServer({ serverInfo, ...described }: Introduction, options: ServerOptions = {}): Server {
  return new Server(serverInfo, { jsonSchemaValidator, ...described, ...options });
}

/** A wire as the SDK takes one for requests that stand on their own: only from this class it knows the revision. */
class ModernTransport extends PerRequestHTTPServerTransport {
  readonly #wire: Wire;

  constructor(wire: Wire) {
    super({ classification: { era: 'modern', revision: MODERN_REVISION } });
    this.#wire = wire;
  }

  override send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#wire.send(message, options?.relatedRequestId);
  }
}

export const modernTransport = (wire: Wire): Transport => new ModernTransport(wire);
