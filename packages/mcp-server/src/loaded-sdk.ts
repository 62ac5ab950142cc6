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

// The SDK creates one for each server, which is expensive if each request has its own server. A runtime uses none of
// it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

export function makeServer({ serverInfo, ...described }: Introduction, options: ServerOptions = {}): Server {
  return new Server(serverInfo, { jsonSchemaValidator, ...described, ...options });
}

/** A transport for self-contained requests: the SDK reads the revision only from this class. */
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
