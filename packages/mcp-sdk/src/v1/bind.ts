import type { ServedRuntime } from '@cuecard/core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { bind, type BindOptions } from '../binding/bind.js';
import { V1Server } from './server.js';

export type { BindOptions };

/**
 * Makes a server of the SDK answer the prompt and tool methods from a runtime, and the resource methods if the runtime
 * has resources, and notify its client of changes. The capabilities that the runtime does not offer stay the
 * application's; without a handler of the application, their lists are empty. Bind before the server is connected. A
 * server that is bound again serves the last runtime.
 * @returns the function that ends the notifications and the subscriptions; call it when the server's connection has
 * closed
 * @throws {Error} if the application handles a method that the runtime offers, too. If it does so later, its call throws
 */
export function bindRuntime(server: Server | McpServer, runtime: ServedRuntime, options: BindOptions = {}): () => void {
  return bind(V1Server.of('server' in server ? server.server : server), runtime, options);
}
