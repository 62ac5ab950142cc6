import type { ServedRuntime } from '@cuecard/core';
import { bind, type Binding, type BindOptions } from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
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
  const binding = bind(bound, runtime, options);
  observe(server, bound, binding);
  return binding.end;
}

/** Lets a server of the application's own know its client, whatever transport it is connected to. */
function observe(server: Server, bound: V1Server, { peer }: Binding): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    if (server.transport !== undefined) return connect(transport); // The SDK refuses it.
    bound.forget();
    peer.reset();
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      bound.meet(message);
      return send(message, options);
    };
    return connect(transport);
  };
}
