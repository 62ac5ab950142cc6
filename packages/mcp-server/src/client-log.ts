import { type CallOptions, type LogLevel, RequestError } from '@cuecard/core';
import { LOG_LEVEL_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { isStateless } from './client.js';
import { UNVALIDATED } from './params.js';

/** From the least serious level on (server/utilities/logging). */
const LEVELS: readonly unknown[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/**
 * The log as a client gets it: from the level on that it has asked for. Before it has, it gets all of it, but nothing
 * since 2026-07-28, where each request asks for itself.
 */
export class ClientLog {
  readonly #server: Server;
  #least = 0;

  /** Makes the server offer it. */
  constructor(server: Server) {
    this.#server = server;
    server.registerCapabilities({ logging: {} });
    server.setRequestHandler('logging/setLevel', UNVALIDATED, ({ level }) => {
      this.#least = indexOf(level);
      return {};
    });
  }

  /** Forgets what was asked for: the client has gone. */
  reset(): void {
    this.#least = 0;
  }

  /**
   * How a request writes to it.
   * @param failed is told when the client could not be
   */
  of({ mcpReq }: ServerContext, failed: (error: unknown) => void): CallOptions['log'] {
    const least = this.#leastFor(mcpReq.envelope);
    if (least === undefined) return undefined;
    return (level: LogLevel, message, data) => {
      if (LEVELS.indexOf(level) < least) return;
      const params = { level, data: data === undefined ? message : { message, ...data } };
      mcpReq.notify({ method: 'notifications/message', params }).catch(failed);
    };
  }

  #leastFor(envelope: Readonly<Record<string, unknown>> = {}): number | undefined {
    if (!isStateless(this.#server.getNegotiatedProtocolVersion())) return this.#least;
    const asked = LEVELS.indexOf(envelope[LOG_LEVEL_META_KEY]);
    return asked === -1 ? undefined : asked;
  }
}

function indexOf(level: unknown): number {
  const index = LEVELS.indexOf(level);
  if (index === -1) throw new RequestError(`level must be one of ${LEVELS.join(', ')}`, { code: -32602 });
  return index;
}
