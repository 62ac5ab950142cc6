import type { ServedRuntime } from '@cuecard/core';
import { RequestState, type RequestStateOptions, Rounds } from '@cuecard/server/internal';
import type { McpServer, Server } from '@modelcontextprotocol/server';
import { bind, type BindOptions as Options } from '../binding/bind.js';
import { V2Server } from './server.js';

export interface BindOptions extends Options, RequestStateOptions {}

/**
 * Makes a server of the SDK answer the prompt and tool methods from a runtime, and the resource methods if the runtime
 * has resources, and notify its client of changes. Capabilities that the runtime does not have remain with the
 * application; up to 2025-11-25, their lists are empty without a handler of the application. Call it before the server
 * is connected. A server that is bound again serves only the last runtime. A server for one HTTP request cannot notify
 * a client; since 2026-07-28, call the handler's own `notify` for changes.
 * @returns the function that ends the notifications and the subscriptions; call it after the server's connection has
 * closed
 * @throws {Error} if the application handles a method of the runtime. If the application adds such a handler later,
 * adding it throws
 * @throws {TypeError} if one of the `stateKeys` is neither bytes nor a string
 * @throws {RangeError} if one of the `stateKeys` is shorter than 32 bytes
 */
export function bindRuntime(server: Server | McpServer, runtime: ServedRuntime, options: BindOptions = {}): () => void {
  const rounds = new Rounds(new RequestState(options, runtime.monitor));
  return bind(V2Server.of('server' in server ? server.server : server), runtime, options, rounds);
}
