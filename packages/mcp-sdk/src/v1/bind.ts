import type { ServedRuntime } from '@cuecard/core';
import { bind, type BindOptions } from '../binding/bind.js';
import { revisionIn } from '@cuecard/server/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { V1Server } from './server.js';

export type { BindOptions };

/**
 * Makes a low-level SDK server answer the prompt and tool methods from a runtime, and the resource methods if the
 * runtime has resources, and notify its client of changes. Lists without another handler are empty. Bind before the
 * server is connected.
 * @returns the function that ends the notifications and the subscriptions; call it when the server's connection has
 * closed
 */
export function bindRuntime(server: Server, runtime: ServedRuntime, options: BindOptions = {}): () => void {
  const bound = new V1Server(server);
  const { peer, end } = bind(bound, runtime, options);
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    if (server.transport !== undefined) return connect(transport); // The SDK refuses it.
    bound.client = undefined;
    bound.keepOffering();
    peer.reset();
    const send = transport.send.bind(transport);
    transport.send = (message, about) => {
      meet(bound, server, message);
      return send(message, about);
    };
    return connect(transport);
  };
  return end;
}

/** Registers the client from the answer to `initialize`: the SDK reveals the revision nowhere else. */
function meet(bound: V1Server, server: Server, answer: JSONRPCMessage): void {
  const revision = revisionIn(answer);
  if (revision === undefined) return;
  const { name, version } = server.getClientVersion() ?? {};
  bound.client = Object.freeze({ revision, name, version, capabilities: server.getClientCapabilities() });
}
