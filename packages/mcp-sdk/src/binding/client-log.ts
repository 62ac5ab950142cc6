import { type CallOptions, type LogLevel, RequestError } from '@cuecard/core';
import { LOG_LEVELS } from '@cuecard/server/internal';
import type { SdkRequest, SdkServer } from './sdk-server.js';

/**
 * The log for a client, from its chosen level on. A client without a level gets all of it; since 2026-07-28 it gets
 * nothing, unless a request asks for it.
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

  /** Forgets the level after the client has disconnected. */
  reset(): void {
    this.#least = 0;
  }

  /** Writes to the log of a request; nothing if its client wants none of it. */
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
