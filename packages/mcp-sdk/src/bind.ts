import type { ServedRuntime } from '@cuecard/core';
import { bind, type BindOptions, revisionIn } from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { V1Server } from './server.js';

export type { BindOptions };

/**
 * Makes a low-level SDK server answer the prompt methods from a runtime, the resource methods too if the runtime has
 * resources, and notify its client of changes. Lists that nobody else answers are empty. Bind before the server is
 * connected.
 * @returns the function that ends the notices and the subscriptions; call it when the server's connection has closed
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

/** Takes note of the client, which an answer to `initialize` introduces: the SDK tells nobody else the revision. */
function meet(bound: V1Server, server: Server, answer: JSONRPCMessage): void {
  const revision = revisionIn(answer);
  if (revision === undefined) return;
  const { name, version } = server.getClientVersion() ?? {};
  bound.client = Object.freeze({ revision, name, version, capabilities: server.getClientCapabilities() });
}
