import { type CallOptions, type LogLevel, RequestError } from '@cuecard/core';
import { LOG_LEVELS } from '@cuecard/server/internal';
import type { SdkRequest, SdkServer } from './sdk-server.js';

/**
 * The log for a client, from its chosen level on. A client that has not chosen a level gets all messages. Since
 * 2026-07-28 it gets none, unless a request names a level.
 */
export class ClientLog {
  readonly #server: SdkServer;
  #min = 0;

  constructor(server: SdkServer) {
    this.#server = server;
  }

  /** Handles `logging/setLevel`. */
  async setLevel(params: unknown): Promise<object> {
    this.#min = indexOf((params as { readonly level?: unknown } | undefined)?.level);
    return {};
  }

  /** Resets the level before another client connects. */
  reset(): void {
    this.#min = 0;
  }

  /** Returns the log of a request; `undefined` if its client wants no log. */
  of(request: SdkRequest): CallOptions['log'] {
    const min = this.#minFor(request);
    if (min === undefined) return undefined;
    return (level: LogLevel, message, data) => {
      if (LOG_LEVELS.indexOf(level) < min) return;
      const params = { level, data: data === undefined ? message : { message, ...data } };
      this.#server.notify('notifications/message', params, request.id).catch((error) => this.#server.report(error));
    };
  }

  #minFor({ logLevel }: SdkRequest): number | undefined {
    if (!this.#server.isEnveloped) return this.#min;
    const requested = LOG_LEVELS.indexOf(logLevel);
    return requested === -1 ? undefined : requested;
  }
}

function indexOf(level: unknown): number {
  const index = LOG_LEVELS.indexOf(level);
  if (index === -1) throw new RequestError(`level must be one of ${LOG_LEVELS.join(', ')}`, { code: -32602 });
  return index;
}
