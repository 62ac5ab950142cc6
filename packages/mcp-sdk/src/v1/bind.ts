import type { ServedRuntime } from '@cuecard/core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { bind, type BindOptions } from '../binding/bind.js';
import { V1Server } from './server.js';

export type { BindOptions };

/**
 * Makes a server of the SDK answer the prompt and tool methods from a runtime, and the resource methods if the runtime
 * has resources, and notify its client of changes. Capabilities that the runtime does not have remain with the
 * application; without a handler of the application, their lists are empty. Call it before the server is connected. A
 * server that is bound again serves only the last runtime.
 * @returns the function that ends the notifications and the subscriptions; call it after the server's connection has
 * closed
 * @throws {Error} if the application handles a method of the runtime. If the application adds such a handler later,
 * adding it throws
 */
export function bindRuntime(server: Server | McpServer, runtime: ServedRuntime, options: BindOptions = {}): () => void {
  return bind(V1Server.of('server' in server ? server.server : server), runtime, options);
}
