import { type CallOptions, type LogLevel, RequestError } from '@cuecard/core';
import { LOG_LEVELS } from '../jsonrpc/log-levels.js';
import type { SdkRequest, SdkServer } from './sdk-server.js';

/**
 * The log as a client gets it: from the level on that it has asked for. A client that has not asked gets all of it; since
 * 2026-07-28 it gets nothing, and each request asks for itself.
 */
export class ClientLog {
  readonly #server: SdkServer;
  #least = 0;

  /** Makes the server offer the log. */
  constructor(server: SdkServer) {
    this.#server = server;
    server.declare({ logging: {} });
    server.answer('logging/setLevel', async (params) => {
      this.#least = indexOf((params as { readonly level?: unknown } | undefined)?.level);
      return {};
    });
  }

  /** Forgets the level: the client has gone. */
  reset(): void {
    this.#least = 0;
  }

  /** How a request writes to the log; nothing if its client does not want any of it. */
  of(request: SdkRequest): CallOptions['log'] {
    const least = this.#leastFor(request);
    if (least === undefined) return undefined;
    return (level: LogLevel, message, data) => {
      if (LOG_LEVELS.indexOf(level) < least) return;
      const params = { level, data: data === undefined ? message : { message, ...data } };
      this.#server.notify('notifications/message', params, request.id).catch((error) => this.#server.report(error));
    };
  }

  #leastFor({ logLevel }: SdkRequest): number | undefined {
    if (!this.#server.isModern) return this.#least;
    const asked = LOG_LEVELS.indexOf(logLevel);
    return asked === -1 ? undefined : asked;
  }
}

function indexOf(level: unknown): number {
  const index = LOG_LEVELS.indexOf(level);
  if (index === -1) throw new RequestError(`level must be one of ${LOG_LEVELS.join(', ')}`, { code: -32602 });
  return index;
}
