import { type AuthInfo, toAuthInfo } from '../auth/auth-info.js';
import type { Message, RequestId } from '../jsonrpc/message.js';
import type { ConnectedServer, Wire } from './sdk-server.js';

/** A transport, as both SDKs have it. */
interface Transport {
  onclose?: (() => void) | undefined;
  onmessage?: ((message: never, extra: { authInfo: AuthInfo }) => void) | undefined;
}

/** A low-level server, as both SDKs have it. */
interface Server<Taken> {
  onclose?: (() => void) | undefined;
  connect(transport: Taken): Promise<void>;
  close(): Promise<void>;
}

/** A wire as the SDKs take one. */
export function wireTransport(wire: Wire) {
  return {
    get sessionId() {
      return wire.sessionId as string;
    },
    start: async () => {},
    send: (message: Message, options?: { relatedRequestId?: RequestId }) =>
      wire.send(message, options?.relatedRequestId),
    async close(this: Transport) {
      this.onclose?.();
    },
  };
}

/** Connects a server to a wire through a transport. */
export async function connectTo<Taken extends Transport>(
  server: Server<Taken>,
  transport: NoInfer<Taken>,
  wire: Wire,
): Promise<ConnectedServer> {
  server.onclose = () => wire.release();
  await server.connect(transport);
  return {
    receive: (message, sender) => transport.onmessage?.(message as never, { authInfo: toAuthInfo(sender) }),
    close: () => server.close(),
  };
}
