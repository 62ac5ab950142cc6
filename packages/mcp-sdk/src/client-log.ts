import { type CallOptions, type LogLevel, RequestError } from '@cuecard/core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { LoggingLevelSchema, RequestSchema, SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Extra } from './extra.js';

const SetLevel = RequestSchema.extend({ method: SetLevelRequestSchema.shape.method });

/** From the least serious level on. */
const LEVELS: readonly unknown[] = LoggingLevelSchema.options;

/** The log as a client gets it: from the level on that it has asked for, and all of it before it has (server/utilities/logging). */
export class ClientLog {
  #least = 0;

  /** Makes the server offer it. */
  constructor(server: Server) {
    server.registerCapabilities({ logging: {} });
    server.setRequestHandler(SetLevel, ({ params }) => {
      this.#setLevel(params?.['level']);
      return {};
    });
  }

  /** Forgets what was asked for: there is another client. */
  reset(): void {
    this.#least = 0;
  }

  /**
   * How a request writes to it.
   * @param failed is told when the client could not be
   */
  of({ sendNotification }: Extra, failed: (error: unknown) => void): CallOptions['log'] {
    return (level, message, data) => {
      if (!this.#isWanted(level)) return;
      const params = { level, data: data === undefined ? message : { message, ...data } };
      sendNotification({ method: 'notifications/message', params }).catch(failed);
    };
  }

  #isWanted(level: LogLevel): boolean {
    return LEVELS.indexOf(level) >= this.#least;
  }

  #setLevel(level: unknown): void {
    const least = LEVELS.indexOf(level);
    if (least === -1) throw new RequestError(`level must be one of ${LEVELS.join(', ')}`, { code: -32602 });
    this.#least = least;
  }
}
